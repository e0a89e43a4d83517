package org.jzenith.kafka.internal.producer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import io.reactivex.SingleObserver;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.core.observe.WorkEmitter;
import org.jzenith.kafka.error.KafkaRefusedException;
import org.jzenith.kafka.internal.format.RecordFormat;

/** Creates what sends a record at each subscription. Safe for use by many threads. */
@CheckReturnValue
final class SendFactory {

    private final SendLimits limits;
    private final ResultLoops loops;
    private final Set<OutboundHeaders> outbound;
    private final @Nullable WorkEmitter emitter;

    SendFactory(
            final SendLimits limits,
            final ResultLoops loops,
            final Set<OutboundHeaders> outbound,
            final @Nullable WorkEmitter emitter) {
        this.limits = limits;
        this.loops = loops;
        this.outbound = outbound;
        this.emitter = emitter;
    }

    ResultLoops loops() {
        return loops;
    }

    SendLimits limits() {
        return limits;
    }

    /** Sends a record as it is, and tells no observer. */
    Single<RecordMetadata> plain(final SendTarget target, final ProducerRecord<byte[], byte[]> record) {
        return new Single<>() {
            @Override
            protected void subscribeActual(final SingleObserver<? super RecordMetadata> observer) {
                new PendingSend(record, target, limits, loops.callers(), null, observer).submit();
            }
        };
    }

    /** Writes a record on the thread of the subscriber, and adds the headers of the current trace. */
    <V> Single<RecordMetadata> observed(
            final SendTarget target,
            final RecordFormat<V> format,
            final @Nullable String key,
            final @Nullable V value,
            final Map<String, String> headers) {
        final Map<String, String> copy = Map.copyOf(headers);
        return new Single<>() {
            @Override
            protected void subscribeActual(final SingleObserver<? super RecordMetadata> observer) {
                final ProducerRecord<byte[], byte[]> record;
                try {
                    record = format.record(key, value, copy);
                } catch (final Throwable e) {
                    Single.<RecordMetadata>error(unwritable(format.topic(), value, e))
                            .subscribe(observer);
                    return;
                }
                final RecordOperation operation = emitter == null ? null : new RecordOperation(emitter, format.topic());
                final Headers added = record.headers();
                outbound.forEach(each -> each.addTo(
                        (name, text) -> added.remove(name).add(name, text.getBytes(StandardCharsets.UTF_8))));
                new PendingSend(record, target, limits, loops.callers(), operation, observer).submit();
            }
        };
    }

    /** The message of a serializer may have a part of the value. */
    private static KafkaRefusedException unwritable(
            final String topic, final @Nullable Object value, final Throwable error) {
        return new KafkaRefusedException(
                "Sending to the topic '" + topic + "' failed: the serializer cannot write a "
                        + (value == null ? "tombstone" : value.getClass().getName()) + " ("
                        + error.getClass().getSimpleName() + ")",
                null);
    }
}
