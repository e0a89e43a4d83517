package org.jzenith.http.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.http.handler.Await;

/** Items on a real event loop. */
final class DeliveryQueueTest {

    private static final int THREADS = 3;
    private static final int EACH = 30_000;

    private final DefaultEventLoop eventLoop = new DefaultEventLoop();

    /** Everything that happened, in its order: "item receiver". */
    private final ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();

    @AfterEach
    void stop() {
        eventLoop.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** An item for a number of receivers. */
    private class Telling implements DeliveryQueue.Batch<String> {

        private final String item;
        private final int receivers;

        Telling(final String item, final int receivers) {
            this.item = item;
            this.receivers = receivers;
        }

        @Override
        public int receivers() {
            return receivers;
        }

        @Override
        public void deliver(final int receiver) {
            told.add(item + " " + receiver);
        }

        @Override
        public void fail(final int receiver, final Throwable error) {
            told.add(item + " " + receiver + " failed: " + error.getClass().getSimpleName());
        }

        @Override
        public void end() {
            told.add(item + " ended");
        }

        @Override
        public void discard(final int served) {
            told.add(item + " discarded after " + served);
        }
    }

    private void awaitTold(final String last) {
        Await.until(last, () -> told.contains(last));
    }

    /** The latest additions of each thread, with their state of delivery in the queue. */
    private static final class Counting implements DeliveryQueue.Batch<int[]> {

        private final List<int[]> items = new ArrayList<>();
        private final AtomicIntegerArray delivered;
        private final AtomicReference<@Nullable String> mistake;

        Counting(
                final int[] first,
                final AtomicIntegerArray delivered,
                final AtomicReference<@Nullable String> mistake) {
            items.add(first);
            this.delivered = delivered;
            this.mistake = mistake;
        }

        @Override
        public boolean join(final int[] following) {
            return items.size() < 16 && items.add(following);
        }

        @Override
        public int receivers() {
            return 1;
        }

        @Override
        public void deliver(final int receiver) {
            for (final int[] each : items) {
                if (delivered.incrementAndGet(each[0]) != each[1]) {
                    mistake.set("item " + each[1] + " came as number " + delivered.get(each[0]));
                }
            }
        }

        @Override
        public void fail(final int receiver, final Throwable error) {
            mistake.set(error.toString());
        }

        @Override
        public void end() {}

        @Override
        public void discard(final int served) {
            mistake.set("discarded");
        }
    }

    @Test
    void itemsOfManyThreadsComeInTheOrderOfEachAndAnIdleQueueHasDeliveredThem() throws Exception {
        final AtomicIntegerArray delivered = new AtomicIntegerArray(THREADS);
        final AtomicReference<@Nullable String> mistake = new AtomicReference<>();
        final DeliveryQueue<int[]> queue =
                new DeliveryQueue<>(eventLoop, first -> new Counting(first, delivered, mistake));
        final List<Thread> threads = IntStream.range(0, THREADS)
                .mapToObj(thread -> new Thread(() -> {
                    for (int i = 1; i <= EACH && mistake.get() == null; i++) {
                        queue.add(new int[] {thread, i});
                        if (queue.isIdle() && delivered.get(thread) < i) {
                            mistake.set("idle before item " + i);
                        }
                        for (int spin = (i * 7_919) % 2_000; spin > 0; spin--) {
                            Thread.onSpinWait();
                        }
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        for (final Thread each : threads) {
            each.join();
        }
        Await.until("the queue is idle", queue::isIdle);
        assertThat(mistake.get()).isNull();
        for (int i = 0; i < THREADS; i++) {
            assertThat(delivered.get(i)).isEqualTo(EACH);
        }
    }

    @Test
    void aReceiverThatThrowsAnErrorDoesNotHoldTheOthers() throws Exception {
        final DeliveryQueue<String> queue = new DeliveryQueue<>(eventLoop, item -> new Telling(item, 3) {
            @Override
            public void deliver(final int receiver) {
                if (receiver == 1) {
                    throw new NoClassDefFoundError("of one receiver");
                }
                super.deliver(receiver);
            }
        });
        queue.add("a");
        queue.add("b");
        awaitTold("b ended");
        assertThat(told)
                .containsExactly(
                        "a 0",
                        "a 1 failed: NoClassDefFoundError",
                        "a 2",
                        "a ended",
                        "b 0",
                        "b 1 failed: NoClassDefFoundError",
                        "b 2",
                        "b ended");
        assertThat(queue.isIdle()).isTrue();
    }

    @Test
    void whatIsNotDeliveredWhenTheEventLoopTerminatesIsDiscarded() throws Exception {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch stopping = new CountDownLatch(1);
        final DeliveryQueue<String> queue = new DeliveryQueue<>(eventLoop, item -> new Telling(item, 1_000_000) {
            @Override
            public void deliver(final int receiver) {
                begun.countDown();
                try {
                    stopping.await();
                } catch (final InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        queue.add("begun");
        queue.add("waiting");
        begun.await();
        eventLoop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        stopping.countDown();
        assertThat(eventLoop.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        queue.add("late");
        awaitTold("late discarded after 0");
        assertThat(told).hasSize(3);
        assertThat(told.poll()).startsWith("begun discarded after ").isNotEqualTo("begun discarded after 0");
        assertThat(told).containsExactly("waiting discarded after 0", "late discarded after 0");
        assertThat(queue.isIdle()).isTrue();
    }

    @Test
    void anEventLoopServesOthersBetweenReceivers() throws Exception {
        final DeliveryQueue<String> queue = new DeliveryQueue<>(eventLoop, item -> new Telling(item, 200_000));
        queue.add("a");
        eventLoop.execute(() -> told.add("other work"));
        awaitTold("a ended");
        final List<String> all = List.copyOf(told);
        assertThat(all.indexOf("other work")).isPositive().isLessThan(all.indexOf("a ended"));
    }
}
