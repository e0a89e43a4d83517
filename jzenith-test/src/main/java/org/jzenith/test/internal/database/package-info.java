/** Internal. Starts one server for all test classes, and makes a database from a template for each of them. */
@NullMarked
package org.jzenith.test.internal.database;

import org.jspecify.annotations.NullMarked;
