/**
 * For users of RxJava 3 and other implementations of Reactive Streams: with {@link org.jzenith.rxjava3.RxJava3Plugin} their types are
 * results of resource methods.
 */
@NullMarked
package org.jzenith.rxjava3;

import org.jspecify.annotations.NullMarked;
