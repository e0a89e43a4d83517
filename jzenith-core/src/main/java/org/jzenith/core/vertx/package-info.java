/**
 * Internal. All that core and the modules above it ask of the inner types of Vert.x. Other packages import them only
 * where {@code docs/internals.md} says so.
 *
 * <p>{@link org.jzenith.core.vertx.EventLoopContext} is the context of an event loop. Its test says what a new version
 * must keep.
 */
@NullMarked
package org.jzenith.core.vertx;

import org.jspecify.annotations.NullMarked;
