/** A handler without Jakarta REST, through the front door. */
@NullMarked
package org.jzenith.http.handler;

import org.jspecify.annotations.NullMarked;
