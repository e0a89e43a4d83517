package org.jzenith.messages.redis;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An open topic and its keys.
 *
 * @param incarnation the random id that the topic got when it was created
 */
record RedisTopic(String name, int partitions, String incarnation) {

    private static final String PREFIX = "jzenith:messages:topic:";

    static String keyOf(final String topic) {
        return PREFIX + topic;
    }

    /** Returns the key of a part of a topic. */
    static String keyOf(final String topic, final String part) {
        return keyOf(topic) + ":" + part;
    }

    String key() {
        return keyOf(name);
    }

    String part(final String part) {
        return keyOf(name, part);
    }

    String stream(final int partition) {
        return part("log:" + partition);
    }

    /** Returns the key of the topic, followed by the keys of partitions. */
    List<String> streams(final IntStream indexes) {
        return Stream.concat(Stream.of(key()), indexes.mapToObj(this::stream)).toList();
    }

    List<String> streams() {
        return streams(IntStream.range(0, partitions));
    }
}
