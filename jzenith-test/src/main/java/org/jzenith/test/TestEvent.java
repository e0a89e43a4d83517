package org.jzenith.test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jzenith.test.internal.client.JsonContent;

/** A server-sent event as a page receives it. Comments, and events without data, are left out. Immutable. */
public final class TestEvent {

    private final String id;
    private final String type;
    private final String data;
    private final Optional<Duration> retry;
    private final ObjectMapper mapper;

    TestEvent(
            final String id,
            final String type,
            final String data,
            final Optional<Duration> retry,
            final ObjectMapper mapper) {
        this.id = id;
        this.type = type;
        this.data = data;
        this.retry = retry;
        this.mapper = mapper;
    }

    /**
     * Returns the id that a browser would send as {@code Last-Event-ID} if it lost its connection now.
     *
     * @return the id of this event, or of the newest earlier event with an id; empty text if there was none
     */
    public String id() {
        return id;
    }

    /**
     * Returns the type of the event.
     *
     * @return the field {@code event}; {@code message} if there is none
     */
    public String type() {
        return type;
    }

    /**
     * Returns the data as text.
     *
     * @return its lines, with a line feed between them
     */
    public String data() {
        return data;
    }

    /**
     * Returns the time that a browser waits before it reconnects.
     *
     * @return the newest {@code retry} time of this stream; empty if there was none
     */
    public Optional<Duration> retry() {
        return retry;
    }

    /**
     * Returns the data as JSON.
     *
     * @return the tree
     * @throws IllegalStateException if the data is not JSON
     */
    public JsonNode json() {
        return JsonContent.tree(data.getBytes(StandardCharsets.UTF_8), mapper, "data", this);
    }

    /**
     * Returns the data as an object.
     *
     * @param as the type of the object
     * @param <T> its type
     * @return the object that Jackson reads
     * @throws IllegalStateException if the data cannot be read as this type
     */
    public <T> T as(final Class<T> as) {
        return JsonContent.object(data.getBytes(StandardCharsets.UTF_8), as, mapper, "data", this);
    }

    @Override
    public String toString() {
        return type + (id.isEmpty() ? "" : " " + id) + ": " + data;
    }
}
