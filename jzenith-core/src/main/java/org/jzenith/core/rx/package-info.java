/**
 * The bridge between Vert.x and RxJava 2: futures become Rx types, blocking calls leave the event loop, and the hooks
 * of RxJava carry the request's context.
 *
 * <p>Nothing in this package subscribes.
 */
@NullMarked
package org.jzenith.core.rx;

import org.jspecify.annotations.NullMarked;
