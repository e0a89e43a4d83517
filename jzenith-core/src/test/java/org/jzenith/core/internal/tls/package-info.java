/** A handler without Jakarta REST, through the front door. */
@NullMarked
package org.jzenith.core.internal.tls;

import org.jspecify.annotations.NullMarked;
