/** Internal. Calls the handlers for requests, and writes their results as responses. */
@NullMarked
package org.jzenith.javascript.internal.request;

import org.jspecify.annotations.NullMarked;
