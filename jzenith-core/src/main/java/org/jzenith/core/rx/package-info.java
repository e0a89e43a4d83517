/**
 * For users. The bridge between Vert.x and RxJava 2: futures become Rx types.
 *
 * <p>Nothing in this package subscribes.
 */
@NullMarked
package org.jzenith.core.rx;

import org.jspecify.annotations.NullMarked;
