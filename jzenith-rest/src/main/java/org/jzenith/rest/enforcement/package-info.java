/**
 * Internal. Enforces the limits that methods declare ({@code @Deadline}, {@code @RateLimit}, {@code @MaxBodySize}) and the memory
 * budget of values that bodies are read into. Each is one step of a method.
 */
@NullMarked
package org.jzenith.rest.enforcement;

import org.jspecify.annotations.NullMarked;
