/** Internal. Responds to requests by handlers in JavaScript. */
@NullMarked
package org.jzenith.javascript.internal.request;

import org.jspecify.annotations.NullMarked;
