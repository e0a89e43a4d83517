/**
 * Internal. The databases of a test run. {@code TestServer} copies a migrated template for each application; {@code
 * TestDatabase} is one copy, which says at the end how many sessions an application has left.
 */
@NullMarked
package org.jzenith.test.database;

import org.jspecify.annotations.NullMarked;
