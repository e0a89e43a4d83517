/** A handler without Jakarta REST, through the front door. */
@NullMarked
package org.jzenith.http.tls;

import org.jspecify.annotations.NullMarked;
