/** A handler without Jakarta REST, through the front door. */
@NullMarked
package org.jzenith.http.exchange;

import org.jspecify.annotations.NullMarked;
