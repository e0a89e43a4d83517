/** Internal. Asks the mechanisms who sends a request, counts failed attempts, and keeps places for known clients. */
@NullMarked
package org.jzenith.security.internal.authentication;

import org.jspecify.annotations.NullMarked;
