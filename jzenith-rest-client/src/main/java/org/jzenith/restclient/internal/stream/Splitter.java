package org.jzenith.restclient.internal.stream;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * Splits the pieces of a response into elements. Used by one subscription.
 *
 * @param <T> the type of the elements
 */
interface Splitter<T> {

    /** Takes the next piece, and returns the elements that are complete. */
    List<T> feed(Buffer piece);

    /** Returns the element that the end of the response completes; fails if the response is incomplete. */
    List<T> end();
}
