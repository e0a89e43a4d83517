package org.jzenith.kafka.internal.topic;

import io.reactivex.Single;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.jzenith.kafka.KafkaGroup;
import org.jzenith.kafka.KafkaTopic;
import org.jzenith.kafka.internal.consumer.GroupHub;
import org.jzenith.kafka.internal.format.FormattedTopic;
import org.jzenith.kafka.internal.format.RecordFormat;
import org.jzenith.kafka.internal.producer.RecordSender;

/** A topic with the format of its records. */
record TypedTopic<V>(RecordFormat<V> format, RecordSender sender, GroupHub groups)
        implements KafkaTopic<V>, FormattedTopic<V> {

    @Override
    public String name() {
        return format.topic();
    }

    @Override
    public Single<RecordMetadata> send(
            final @Nullable String key, final @Nullable V value, final Map<String, String> headers) {
        return sender.send(format, key, value, headers);
    }

    @Override
    public KafkaGroup<V> group(final String name) {
        return groups.group(format.topic(), format.deserializers(), name);
    }

    @Override
    public String toString() {
        return "KafkaTopic[" + name() + "]";
    }
}
