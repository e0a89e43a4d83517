/**
 * For users: {@link org.jzenith.rxjava3.RxJava3Plugin} lets resource methods return types of RxJava 3 and of other
 * implementations of Reactive Streams.
 */
@NullMarked
package org.jzenith.rxjava3;

import org.jspecify.annotations.NullMarked;
