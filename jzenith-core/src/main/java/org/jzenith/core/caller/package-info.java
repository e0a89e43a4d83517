/**
 * Internal. Finds the line of the application that calls a builder. The public type is {@link
 * org.jzenith.core.caller.CallerLine}.
 */
@NullMarked
package org.jzenith.core.caller;

import org.jspecify.annotations.NullMarked;
