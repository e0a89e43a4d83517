/**
 * How the result of a resource method becomes a response: by one rule, whether the result is there at once or comes
 * later, on whatever thread. The door is {@link org.jzenith.rest.represent.ResultResponse}.
 */
@NullMarked
package org.jzenith.rest.represent;

import org.jspecify.annotations.NullMarked;
