package org.jzenith.messages.internal.topic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.reactivex.Completable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.Topic;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.internal.configuration.TopicConfiguration;

/** A topic of the application, its settings and its engine. Safe for use by many threads. */
public final class KnownTopic {

    private final Topic<?> topic;
    private final TopicConfiguration settings;
    private final @Nullable MessageEngine engine;
    private final TopicDefinition definition;
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final AtomicInteger next = new AtomicInteger();
    private volatile boolean open;

    KnownTopic(
            final Topic<?> topic,
            final TopicConfiguration settings,
            final @Nullable MessageEngine engine,
            final ObjectMapper mapper) {
        this.topic = topic;
        this.settings = settings;
        this.engine = engine;
        this.definition = new TopicDefinition(topic.name(), settings.partitions(), settings.retention());
        this.writer = mapper.writerFor(topic.type());
        // A later release of the publisher may have added a field.
        this.reader = mapper.readerFor(topic.type()).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }

    public String name() {
        return topic.name();
    }

    public Topic<?> topic() {
        return topic;
    }

    public TopicConfiguration settings() {
        return settings;
    }

    /** Returns the engine; startup fails if the application does not have it. */
    public MessageEngine engine() {
        return Objects.requireNonNull(engine, "engine");
    }

    TopicDefinition definition() {
        return definition;
    }

    /** Opens the topic on its engine, unless that has been done. */
    public Completable open() {
        return Completable.defer(
                () -> open ? Completable.complete() : engine().open(definition).doOnComplete(() -> open = true));
    }

    /**
     * Writes a value.
     *
     * @throws IllegalArgumentException if Jackson cannot write it
     */
    byte[] write(final Object value) {
        try {
            return writer.writeValueAsBytes(value);
        } catch (final JsonProcessingException e) {
            // The message of Jackson may have a part of the value.
            throw new IllegalArgumentException("A message of the topic '" + name() + "' cannot be written as JSON: "
                    + e.getClass().getSimpleName() + " for " + topic.type().getName() + ".");
        }
    }

    /**
     * Reads a value.
     *
     * @return null for the JSON {@code null}
     * @throws IOException if it is not JSON, or has no such value
     */
    public @Nullable Object read(final byte[] body) throws IOException {
        return reader.readValue(body);
    }

    /**
     * Returns the partition of a key, which is the same in all releases and on all engines: the CRC-32 of its UTF-8, modulo the number of
     * partitions. Messages without a key go round.
     */
    public int partitionOf(final @Nullable String key) {
        if (key == null) {
            return Math.floorMod(next.getAndIncrement(), settings.partitions());
        }
        final CRC32 hash = new CRC32();
        hash.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (hash.getValue() % settings.partitions());
    }

    /** Returns the size that {@code max-size} limits. */
    public static long size(final byte[] body, final @Nullable String key) {
        return body.length + (key == null ? 0L : key.length());
    }

    @Override
    public String toString() {
        return name() + " over " + engine().name();
    }
}
