package org.jzenith.redis.internal.stream;

import io.reactivex.Single;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jzenith.redis.error.InvalidCommandException;
import org.jzenith.redis.stream.RedisStream;
import org.jzenith.redis.stream.StreamGroup;

/** A stream with a key. */
record KeyedStream(StreamHub hub, String key, long maxLength) implements RedisStream {

    KeyedStream {
        Objects.requireNonNull(key, "key");
    }

    @Override
    public RedisStream withMaxLength(final long entries) {
        return new KeyedStream(hub, key, Positive.check("withMaxLength", entries));
    }

    @Override
    public Single<String> add(final Object value) {
        return add(value, Map.of());
    }

    @Override
    public Single<String> add(final Object value, final Map<String, String> headers) {
        return Single.defer(() -> {
            final Map<String, String> all = new HashMap<>(hub.outboundHeaders());
            all.putAll(headers);
            if (all.containsKey(Delivery.VALUE)) {
                throw new InvalidCommandException("XADD", "a header has the reserved name '" + Delivery.VALUE + "'");
            }
            final List<Object> arguments = new ArrayList<>();
            arguments.add(key);
            if (maxLength > 0) {
                arguments.addAll(List.of("MAXLEN", "~", maxLength));
            }
            arguments.addAll(List.of("*", Delivery.VALUE, hub.runner().encode("XADD", value)));
            all.forEach((name, text) -> arguments.addAll(List.of(name, text)));
            return hub.runner().run(Delivery::text, "XADD", arguments).toSingle();
        });
    }

    @Override
    public StreamGroup group(final String name) {
        return new ConsumerGroup(hub, key, Objects.requireNonNull(name, "name"), GroupOptions.defaults(maxLength));
    }
}
