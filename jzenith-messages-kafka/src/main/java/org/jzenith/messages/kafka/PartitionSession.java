package org.jzenith.messages.kafka;

import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jzenith.core.lease.Term;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.kafka.error.OffsetLostException;
import org.jzenith.kafka.error.TopicReplacedException;
import org.jzenith.kafka.internal.consumer.GroupReader;
import org.jzenith.kafka.internal.consumer.RecordListener;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.PartitionListener;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.error.TopicLostException;

/** A consumer on this instance, which is a member of a Kafka consumer group. The listener is called on one event loop. */
final class PartitionSession implements ConsumerSession, RecordListener, KafkaLog.Watcher {

    private final KafkaLog log;
    private final String consumer;
    private final PartitionListener listener;
    private final EventLoopContext loop;
    private final GroupReader reader;
    private final Set<Trouble> troubles = EnumSet.of(Trouble.READING);
    private boolean isClosing;

    /** A reason why the consumer cannot read. */
    private enum Trouble {
        TOPIC,
        READING
    }

    /** @param readers creates the reader, which calls this session */
    PartitionSession(
            final KafkaLog log,
            final String consumer,
            final PartitionListener listener,
            final EventLoopContext loop,
            final Function<RecordListener, GroupReader> readers) {
        this.log = log;
        this.consumer = consumer;
        this.listener = listener;
        this.loop = loop;
        this.reader = readers.apply(this);
    }

    /** Returns the name of the consumer group. */
    static String group(final String topic, final String consumer) {
        return topic + "." + consumer;
    }

    void begin() {
        log.add(this);
        reader.begin();
    }

    @Override
    public void assigned(final int partition, final long next, final long term) {
        listener.assigned(
                partition,
                next,
                new Term("messages/" + log.name() + "/" + consumer, Integer.toString(partition), term));
    }

    @Override
    public void missed(final int partition, final long next, final long first) {
        listener.missed(next, first + 1);
    }

    @Override
    public void received(final int partition, final List<ConsumerRecord<byte[], byte[]>> records, final long size) {
        final List<StoredMessage> messages =
                records.stream().map(MessageRecords::message).toList();
        listener.received(partition, messages);
    }

    @Override
    public Completable revoked(final int partition, final boolean lost) {
        return listener.revoked(partition, lost);
    }

    // Troubles

    @Override
    public void failed(final Throwable error) {
        if (error instanceof TopicReplacedException) {
            trouble(Trouble.TOPIC, new TopicLostException(String.valueOf(error.getMessage())));
        } else if (error instanceof OffsetLostException) {
            trouble(Trouble.READING, new TopicLostException(String.valueOf(error.getMessage())));
        } else {
            trouble(Trouble.READING, error);
        }
    }

    @Override
    public void recovered() {
        over(Trouble.READING);
    }

    @Override
    public void lost(final TopicLostException error) {
        loop.runUnlessTerminated(() -> trouble(Trouble.TOPIC, error));
    }

    @Override
    public void there() {
        loop.runUnlessTerminated(() -> over(Trouble.TOPIC));
    }

    private void trouble(final Trouble trouble, final Throwable error) {
        if (!isClosing) {
            troubles.add(trouble);
            final TopicLostException loss = log.loss();
            listener.failed(loss == null ? error : loss);
        }
    }

    private void over(final Trouble trouble) {
        if (troubles.remove(trouble) && troubles.isEmpty() && !isClosing) {
            listener.recovered();
        }
    }

    // The consumer of the topic

    @Override
    public void pause(final int partition) {
        reader.pause(partition);
    }

    @Override
    public void resume(final int partition) {
        reader.resume(partition);
    }

    /** Commits the position as an offset. Positions start at 1, so a message's position is the offset of the next message. */
    @Override
    public Completable commit(final int partition, final long position) {
        return reader.commit(partition, position);
    }

    @Override
    public Single<Map<Integer, Long>> lag() {
        return reader.lag();
    }

    @Override
    public Completable close() {
        return Completable.defer(() -> {
            log.remove(this);
            loop.runUnlessTerminated(() -> isClosing = true);
            return reader.close();
        });
    }
}
