package org.jzenith.test;

import java.util.List;
import java.util.function.Predicate;

/**
 * A streamed response: the events of {@link JZenithHttp#events}, the lines of {@link JZenithHttp#lines} or the messages
 * of a {@link TestWebSocket}.
 *
 * <pre>{@code
 * try (TestStream<TestEvent> events = http.events("/orders/changes")) {
 *     http.post("/orders", order);
 *     assertThat(events.next().as(Change.class).kind()).isEqualTo("CREATED");
 * }
 * }</pre>
 *
 * <p>Each method waits at most the time of {@link JZenithHttp#withTimeout}, 30 seconds by default. A missing element is then an
 * {@link AssertionError} with the request and the newest elements. Safe for use by many threads.
 *
 * @param <T> one element
 */
public interface TestStream<T> extends AutoCloseable {

    /**
     * Waits for the next element.
     *
     * @return the first one that was not returned before
     * @throws AssertionError if none arrives in time, if the application ends the stream, or if the stream breaks
     */
    T next();

    /**
     * Waits for the next element that a test looks for. Those before it are passed over.
     *
     * @param wanted says whether it is the one
     * @return the first one that is wanted
     * @throws AssertionError if none arrives in time, if the application ends the stream, or if the stream breaks
     */
    T next(Predicate<? super T> wanted);

    /**
     * Waits for several elements.
     *
     * @param count the number of elements
     * @return the next ones, in their order
     * @throws AssertionError if fewer arrive in time, if the application ends the stream, or if the stream breaks
     */
    List<T> next(int count);

    /**
     * Waits for the end of the stream.
     *
     * @return the elements before it that were not returned yet; empty if there are none
     * @throws AssertionError if the stream does not end in time, or breaks
     */
    List<T> remaining();

    /** Ends the stream and its connection. The stop of the application does this for streams that a test has left open. */
    @Override
    void close();
}
