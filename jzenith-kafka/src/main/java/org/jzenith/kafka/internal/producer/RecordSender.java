package org.jzenith.kafka.internal.producer;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.kafka.internal.configuration.KafkaConfiguration;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.format.RecordFormat;

/** Sends records by the one idempotent producer of the application, and counts those on their way. Safe for use by many threads. */
@CheckReturnValue
public final class RecordSender implements GaugeSource {

    private static final long CLOSE_MILLIS = 1_500;

    private final SendLimits limits;
    private final SendFactory factory;
    private final SendThread thread;

    /** Prepares the sender without a thread. */
    public RecordSender(
            final KafkaConnections connections, final KafkaConfiguration settings, final Injector injector) {
        this.limits = new SendLimits(settings.maxSends(), settings.maxSendSize());
        this.factory = new SendFactory(
                limits,
                new ResultLoops(injector.getInstance(Vertx.class)),
                injector.getInstance(Key.get(new TypeLiteral<Set<OutboundHeaders>>() {})),
                injector.getInstance(Observers.class).ofWork(RecordOperation.KIND));
        final ProducerSettings producers = new ProducerSettings(connections, settings);
        this.thread = new SendThread(producers::idempotent, connections.servers(), connections.requestTimeout());
    }

    SendFactory factory() {
        return factory;
    }

    /** Creates the producer. Fails if a setting of the library is wrong; the sender goes on trying. */
    public Completable open() {
        return RxFuture.completable(thread::open);
    }

    /**
     * Sends a record at each subscription, as it is: without the headers of the current trace, and without an event. Records of one partition
     * arrive in the order of the subscriptions on one event loop.
     *
     * @param record with key, value and headers as they are stored; must not change afterwards
     * @return where it is stored, on the event loop of the subscriber and in its request context; fails with a {@link
     *     org.jzenith.kafka.error.KafkaException}
     */
    public Single<RecordMetadata> send(final ProducerRecord<byte[], byte[]> record) {
        return factory.plain(thread, record);
    }

    /**
     * Sends a record at each subscription, with the headers of the current trace, and tells observers.
     *
     * @return as in {@link #send(ProducerRecord)}
     */
    public <V> Single<RecordMetadata> send(
            final RecordFormat<V> format,
            final @Nullable String key,
            final @Nullable V value,
            final Map<String, String> headers) {
        return factory.observed(thread, format, key, value, headers);
    }

    @Override
    public List<Gauge> gauges() {
        return List.of(
                Gauge.of("kafka.sends", "records", limits::records).withLimit(limits::mostRecords),
                Gauge.of("kafka.send-size", "bytes", limits::bytes).withLimit(limits::mostBytes));
    }

    /**
     * Gives records on their way a second, and ends the producer and its threads.
     *
     * @return completes then, or half a second later: while the producer waits for a broker, the library ends its thread after the time limit of
     *     a request
     */
    public Completable close() {
        return RxFuture.completable(thread::close).timeout(CLOSE_MILLIS, TimeUnit.MILLISECONDS, Completable.complete());
    }
}
