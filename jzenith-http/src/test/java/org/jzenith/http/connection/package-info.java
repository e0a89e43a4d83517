/** A handler without Jakarta REST, through the front door. */
@NullMarked
package org.jzenith.http.connection;

import org.jspecify.annotations.NullMarked;
