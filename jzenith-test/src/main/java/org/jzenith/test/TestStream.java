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
 * <p>Each method waits at most for the time of {@link JZenithHttp#withTimeout}, by default 30 seconds. If an element is missing then, it
 * throws an {@link AssertionError} that shows the request and the newest elements. Safe for use by many threads.
 *
 * @param <T> the type of an element
 */
public interface TestStream<T> extends AutoCloseable {

    /**
     * Waits for the next element.
     *
     * @return the first element that was not returned before
     * @throws AssertionError if none arrives in time, if the application ends the stream, or if the stream breaks
     */
    T next();

    /**
     * Waits for the next element that fulfils a condition. Elements before it are skipped.
     *
     * @param wanted the condition
     * @return the first element that fulfils the condition
     * @throws AssertionError if none arrives in time, if the application ends the stream, or if the stream breaks
     */
    T next(Predicate<? super T> wanted);

    /**
     * Waits for several elements.
     *
     * @param count the number of elements
     * @return the next elements, in their order
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

    /** Ends the stream and its connection. When the application stops, streams that a test has left open are closed. */
    @Override
    void close();
}
