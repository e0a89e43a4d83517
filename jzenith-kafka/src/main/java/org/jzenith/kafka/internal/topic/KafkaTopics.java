package org.jzenith.kafka.internal.topic;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jzenith.kafka.Kafka;
import org.jzenith.kafka.KafkaTopic;
import org.jzenith.kafka.KafkaTransaction;
import org.jzenith.kafka.internal.consumer.GroupHub;
import org.jzenith.kafka.internal.format.RecordFormat;
import org.jzenith.kafka.internal.producer.RecordSender;
import org.jzenith.kafka.internal.producer.TransactionPool;

/** The brokers of one plugin, for services. */
public final class KafkaTopics implements Kafka {

    private final RecordSender sender;
    private final TransactionPool transactions;
    private final GroupHub groups;
    private final ObjectMapper mapper;
    private final Map<String, String> serializerSettings;
    private final Map<Class<?>, Serializer<?>> serializers = new ConcurrentHashMap<>();

    /** @param serializerSettings configure the serializers and deserializers that topics name */
    public KafkaTopics(
            final RecordSender sender,
            final TransactionPool transactions,
            final GroupHub groups,
            final ObjectMapper mapper,
            final Map<String, String> serializerSettings) {
        this.sender = sender;
        this.transactions = transactions;
        this.groups = groups;
        this.mapper = mapper;
        this.serializerSettings = Map.copyOf(serializerSettings);
    }

    @Override
    public <V> KafkaTopic<V> topic(final String name, final Class<V> type) {
        // A later release of the sender may have added a field.
        final ObjectReader reader = mapper.readerFor(type).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        final Deserializer<V> deserializer = new JsonValueDeserializer<>(reader, type);
        return topic(name, new JsonValueSerializer<V>(mapper.writerFor(type)), () -> deserializer);
    }

    @Override
    public <V> KafkaTopic<V> topic(
            final String name,
            final Class<? extends Serializer<V>> serializer,
            final Class<? extends Deserializer<V>> deserializer) {
        return topic(name, serializer(serializer), () -> {
            final Deserializer<V> another = create(deserializer);
            another.configure(serializerSettings, false);
            return another;
        });
    }

    @SuppressWarnings("unchecked") // each class has an object of it
    private <V> Serializer<V> serializer(final Class<? extends Serializer<V>> type) {
        return (Serializer<V>) serializers.computeIfAbsent(type, any -> {
            final Serializer<V> created = create(type);
            created.configure(serializerSettings, false);
            return created;
        });
    }

    private <V> KafkaTopic<V> topic(
            final String name, final Serializer<V> serializer, final Supplier<Deserializer<V>> deserializers) {
        Objects.requireNonNull(name, "name");
        return new TypedTopic<>(new RecordFormat<>(name, serializer, deserializers), sender, groups);
    }

    private static <T> T create(final Class<? extends T> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (final ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    "The class " + type.getName()
                            + " cannot be created: give it a public constructor without parameters.",
                    e);
        }
    }

    @Override
    public <T> Single<T> transaction(final Function<? super KafkaTransaction, Single<T>> work) {
        Objects.requireNonNull(work, "work");
        return transactions.run(work);
    }

    /** Closes the serializers of topics, which may block. */
    public Completable close() {
        return Completable.mergeDelayError(
                        Flowable.fromIterable(serializers.values()).map(each -> Completable.fromAction(each::close)))
                .subscribeOn(Schedulers.io());
    }
}
