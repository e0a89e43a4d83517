package org.jzenith.redis.internal.stream;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jzenith.redis.error.UnexpectedReplyException;
import org.jzenith.redis.internal.connection.CommandRunner;
import org.jzenith.redis.stream.StreamEntry;

/** Reads deliveries as entries with a value of a class. */
record EntryDecoder<T>(CommandRunner runner, GroupCommands commands, Class<T> type) {

    private static final String COMMAND = "XREADGROUP";

    /** @throws UnexpectedReplyException if the delivery has no value of the class */
    Delivered<T> read(final Delivery delivery) {
        final Map<String, String> headers = new LinkedHashMap<>();
        byte[] value = null;
        for (int i = 0; i + 1 < delivery.fields().size(); i += 2) {
            final String name = Delivery.text(delivery.fields().get(i));
            if (!(delivery.fields().get(i + 1) instanceof final byte[] bytes)) {
                throw new UnexpectedReplyException(
                        COMMAND, "a value of the entry is larger than redis.max-value-size", null);
            }
            if (name.equals(Delivery.VALUE)) {
                value = bytes;
            } else {
                headers.put(name, new String(bytes, StandardCharsets.UTF_8));
            }
        }
        if (value == null) {
            throw new UnexpectedReplyException(COMMAND, "the entry has no field '" + Delivery.VALUE + "'", null);
        }
        return new Delivered<>(
                new StreamEntry<>(
                        delivery.id(),
                        runner.decode(COMMAND, value, type),
                        headers,
                        delivery.attempt(),
                        commands.acknowledge(delivery.id()).sentBy(runner)),
                delivery.size());
    }
}
