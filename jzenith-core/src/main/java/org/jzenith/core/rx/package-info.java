/**
 * For users: converts Vert.x futures to RxJava 2 types.
 *
 * <p>Nothing in this package subscribes. {@code RxHooks} sets the hooks of RxJava, of which the JVM has one each, so that the
 * request's context follows scheduled tasks.
 */
@NullMarked
package org.jzenith.core.rx;

import org.jspecify.annotations.NullMarked;
