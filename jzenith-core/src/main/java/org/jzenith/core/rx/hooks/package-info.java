/**
 * Internal. {@link org.jzenith.core.rx.hooks.RxHooks} sets the hooks of RxJava, of which the JVM has one each, so that
 * the request's context follows scheduled tasks.
 */
@NullMarked
package org.jzenith.core.rx.hooks;

import org.jspecify.annotations.NullMarked;
