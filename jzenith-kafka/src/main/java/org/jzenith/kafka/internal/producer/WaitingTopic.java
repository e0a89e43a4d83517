package org.jzenith.kafka.internal.producer;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.ReconnectPauses;
import org.jzenith.kafka.error.KafkaUnavailableException;
import org.jzenith.kafka.internal.connection.KafkaErrors;

/**
 * The records of a topic that the producer does not take now, in their order, because it does not know the partitions, or has no memory left.
 * Used by the sending thread.
 */
final class WaitingTopic {

    private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

    /** How long a topic that the brokers do not know may take to appear: one that was just created is not known to all at once. */
    private static final Duration CREATION = Duration.ofSeconds(1);

    private final Deque<PendingSend> records = new ArrayDeque<>();
    private final ReconnectPauses pauses = new ReconnectPauses(LONGEST_PAUSE);
    private final String servers;
    private final Duration limit;
    private @Nullable RuntimeException reason;
    private long due;

    /** @param limit how long a record may wait */
    WaitingTopic(final String servers, final Duration limit) {
        this.servers = servers;
        this.limit = limit;
    }

    void add(final PendingSend send) {
        records.add(send);
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    /** Notes why the first record must wait, and when to try again. */
    void refused(final RuntimeException why, final long now) {
        reason = why;
        due = now + pauses.next() * 1_000_000;
    }

    /** Sends what the producer takes, if it is time for the next attempt. */
    void retry(final @Nullable Producer<byte[], byte[]> producer, final long now) {
        if (now - due < 0) {
            return;
        }
        if (producer == null) {
            due = now + pauses.next() * 1_000_000;
            return;
        }
        PendingSend first = records.peek();
        while (first != null) {
            if (first.isDisposed()) {
                first.drop();
            } else {
                final RuntimeException why = first.sendBy(producer);
                if (why instanceof TimeoutException) {
                    refused(why, now);
                    return;
                }
                if (why != null) {
                    first.fail(why);
                }
            }
            records.remove();
            first = records.peek();
        }
    }

    /** Ends the records that have waited for too long. */
    void expire(final long now) {
        final long most = mostNanos();
        PendingSend first = records.peek();
        while (first != null && (now - first.began() >= most || first.isDisposed())) {
            records.remove();
            if (first.isDisposed()) {
                first.drop();
            } else {
                first.fail(error());
            }
            first = records.peek();
        }
    }

    private long mostNanos() {
        final Throwable cause = reason == null ? null : reason.getCause();
        if (KafkaErrors.isUnusableTopic(cause)) {
            return 0;
        }
        return KafkaErrors.isUnknownTopic(cause) && CREATION.compareTo(limit) < 0
                ? CREATION.toNanos()
                : limit.toNanos();
    }

    private Exception error() {
        final RuntimeException why = reason;
        return why == null || (why instanceof TimeoutException && why.getCause() == null)
                ? new KafkaUnavailableException(
                        "No broker of " + servers + " has responded within " + limit.toMillis()
                                + " ms (kafka.request-timeout).",
                        why)
                : why;
    }

    /** Returns the time of the next attempt or end, of {@link System#nanoTime}. */
    long next(final long now) {
        final PendingSend first = records.peek();
        final long end = first == null ? Long.MAX_VALUE : first.began() + mostNanos() - now;
        return now + Math.min(due - now, end);
    }

    /** Ends all records. */
    void failAll(final Exception error) {
        records.forEach(each -> each.fail(error));
        records.clear();
    }
}
