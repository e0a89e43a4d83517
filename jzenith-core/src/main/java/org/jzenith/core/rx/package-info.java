/**
 * The bridge between Vert.x and RxJava 2: futures become Rx types, blocking calls leave the event loop, and the hooks
 * of RxJava carry the request's context.
 *
 * <p>Nothing here subscribes; the edge does.
 */
@NullMarked
package org.jzenith.core.rx;

import org.jspecify.annotations.NullMarked;
