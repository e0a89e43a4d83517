/**
 * For plugins: event loops, and all that jZenith's modules ask of the inner types of Vert.x. Other packages import those types
 * only where {@code docs/internals.md} says so.
 *
 * <p>{@link org.jzenith.core.vertx.EventLoopContext} is for authors of plugins; the other types are internal. The package's test
 * says what a new version of Vert.x must keep.
 */
@NullMarked
package org.jzenith.core.vertx;

import org.jspecify.annotations.NullMarked;
