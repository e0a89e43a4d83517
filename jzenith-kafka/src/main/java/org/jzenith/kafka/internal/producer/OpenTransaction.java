package org.jzenith.kafka.internal.producer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.jzenith.kafka.KafkaTopic;
import org.jzenith.kafka.KafkaTransaction;
import org.jzenith.kafka.error.KafkaException;
import org.jzenith.kafka.internal.format.FormattedTopic;

/** A transaction in progress. Safe for use by many threads until it ends. */
@CheckReturnValue
public final class OpenTransaction implements KafkaTransaction, SendTarget {

    private final SendFactory factory;
    private final TransactionThread thread;
    private volatile boolean ended;

    OpenTransaction(final SendFactory factory, final TransactionThread thread) {
        this.factory = factory;
        this.thread = thread;
    }

    @Override
    public <V> Single<RecordMetadata> send(
            final KafkaTopic<V> topic,
            final @Nullable String key,
            final @Nullable V value,
            final Map<String, String> headers) {
        if (topic instanceof final FormattedTopic<?> known) {
            @SuppressWarnings("unchecked") // a topic has one class of values
            final FormattedTopic<V> formatted = (FormattedTopic<V>) known;
            return factory.observed(this, formatted.format(), key, value, headers);
        }
        throw new IllegalArgumentException(
                "The topic '" + topic.name() + "' is not of Kafka.topic(..), so a transaction cannot send to it.");
    }

    /**
     * Sends a record at each subscription, as it is: without the headers of the current trace, and without an event.
     *
     * @param record must not change afterwards
     * @return where it is stored; consumers that read only committed records see it after the commit
     */
    public Single<RecordMetadata> send(final ProducerRecord<byte[], byte[]> record) {
        return factory.plain(this, record);
    }

    /**
     * Sends records in their order, as {@link #send(ProducerRecord)} does. Those that exceed half of the limits on what is being sent wait for the
     * results of those before.
     *
     * @param records must not change afterwards
     * @return completes when all are stored
     */
    public Completable send(final List<ProducerRecord<byte[], byte[]>> records) {
        return Flowable.defer(() -> Flowable.fromIterable(factory.limits().parts(records)))
                .concatMapCompletable(part -> Completable.merge(
                        part.stream().map(each -> send(each).ignoreElement()).toList()));
    }

    @Override
    public void submit(final PendingSend send) {
        thread.execute(
                () -> {
                    if (send.isDisposed()) {
                        send.drop();
                    } else if (ended) {
                        send.fail(new KafkaException("The transaction has ended.", null));
                    } else {
                        thread.send(send);
                    }
                },
                send::fail);
    }

    /** Does nothing, because the end of the transaction finds out whether the producer can be used again. */
    @Override
    public void failed(final Exception error) {}

    /** Takes no further records. */
    void end() {
        ended = true;
    }
}
