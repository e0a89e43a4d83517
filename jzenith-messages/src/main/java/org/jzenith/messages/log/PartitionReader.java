package org.jzenith.messages.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jzenith.core.internal.limit.ReconnectPauses;
import org.jzenith.messages.engine.StoredMessage;

/** Reads a consumer's partitions on this instance page by page, until a page is empty. Used on the event loop of the engine. */
final class PartitionReader {

    private static final int MOST = 200;
    private static final long MOST_BYTES = 1 << 20;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final TopicLog topic;
    private final Supplier<List<HeldPartition>> readable;
    private final BiConsumer<HeldPartition, List<StoredMessage>> received;
    private final Runnable worked;
    private final Consumer<Throwable> failed;
    private final ReconnectPauses pauses = new ReconnectPauses(LONGEST_PAUSE);
    private boolean busy;
    private boolean again;

    /**
     * Creates an idle reader.
     *
     * @param readable returns the partitions to read
     * @param received is called with the messages of one partition
     * @param worked is called after each page that was read
     * @param failed is called with each error
     */
    PartitionReader(
            final TopicLog topic,
            final Supplier<List<HeldPartition>> readable,
            final BiConsumer<HeldPartition, List<StoredMessage>> received,
            final Runnable worked,
            final Consumer<Throwable> failed) {
        this.topic = topic;
        this.readable = readable;
        this.received = received;
        this.worked = worked;
        this.failed = failed;
    }

    /** Reads until no messages are left. */
    void read() {
        if (busy) {
            again = true;
            return;
        }
        again = false;
        final Map<Integer, HeldPartition> partitions = new HashMap<>();
        final Map<Integer, Long> after = new HashMap<>();
        for (final HeldPartition each : readable.get()) {
            partitions.put(each.number(), each);
            after.put(each.number(), each.position());
        }
        if (!after.isEmpty()) {
            busy = true;
            topic.loop()
                    .start(
                            topic.store()
                                    .read(topic.name(), after, MOST, MOST_BYTES)
                                    .observeOn(topic.loop().scheduler())
                                    .doOnSuccess(page -> deliver(partitions, page))
                                    .ignoreElement(),
                            error -> topic.loop().run(() -> retry(error)));
        }
    }

    private void deliver(final Map<Integer, HeldPartition> partitions, final List<StoredMessage> page) {
        pauses.opened();
        worked.run();
        final Map<Integer, List<StoredMessage>> byPartition = new LinkedHashMap<>();
        page.forEach(each -> byPartition
                .computeIfAbsent(each.partition(), any -> new ArrayList<>())
                .add(each));
        byPartition.forEach((number, messages) -> {
            final HeldPartition partition = partitions.get(number);
            if (partition != null) {
                received.accept(partition, messages);
            }
        });
        busy = false;
        if (again || !page.isEmpty()) {
            topic.loop().run(this::read);
        }
    }

    private void retry(final Throwable error) {
        pauses.lost();
        failed.accept(error);
        topic.loop().context().setTimer(pauses.next(), () -> {
            busy = false;
            read();
        });
    }
}
