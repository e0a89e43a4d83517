package org.jzenith.benchmark.scale;

import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.PartitionListener;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.internal.memory.MemoryLogStore;
import org.jzenith.messages.log.LogEngine;

/** Instances that share partitions by leases, as over PostgreSQL and Redis: the code of the engine, on a store in memory that counts its calls. */
final class LeaseSimulation {

    private static final String TOPIC = "tasks";
    private static final long LIMIT_NANOS = 120_000_000_000L;

    private final int partitions;
    private final Vertx vertx;
    private final SplittableRandom random;
    private final CountedLogStore store = new CountedLogStore(new MemoryLogStore("memory"));
    private final List<Member> members = new ArrayList<>();
    private final Map<Integer, Member> owners = new ConcurrentHashMap<>();
    private final AtomicInteger assigned = new AtomicInteger();
    private final List<Turnover> turnovers = new ArrayList<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    /**
     * A change of the instances.
     *
     * @param moved the partitions that were given to an instance
     * @param fewest the fewest partitions that can move
     */
    record Turnover(String change, int instances, int moved, int fewest, CountedLogStore.Calls calls, double seconds) {}

    /** An instance. */
    private final class Member implements PartitionListener {

        private final MessageEngine engine = LogEngine.of(store, vertx);
        private final ConsumerSession session;

        Member() {
            engine.begin().blockingAwait();
            engine.open(new TopicDefinition(TOPIC, partitions, Duration.ofDays(1)))
                    .blockingAwait();
            session = engine.consume(TOPIC, "simulation", this);
        }

        @Override
        public void assigned(final int partition, final long committed, final Term term) {
            assigned.incrementAndGet();
            if (owners.put(partition, this) != null) {
                violations.add("The partition " + partition + " is at two instances.");
            }
        }

        @Override
        public void missed(final long committed, final long first) {
            violations.add("Messages up to " + first + " are missing.");
        }

        @Override
        public void received(final int partition, final List<StoredMessage> messages) {
            violations.add("There are messages that nothing has published.");
        }

        @Override
        public Completable revoked(final int partition, final boolean lost) {
            owners.remove(partition, this);
            return Completable.complete();
        }

        @Override
        public void failed(final Throwable error) {
            violations.add("The store in memory has failed: " + error);
        }

        @Override
        public void recovered() {
            // Reading works for the first time.
        }

        void leave() {
            session.close().andThen(engine.close()).blockingAwait();
        }

        /** Ends without giving anything back. */
        void vanish() {
            engine.close().blockingAwait();
            owners.values().removeIf(each -> each == this);
        }
    }

    LeaseSimulation(final Cleanup cleanup, final Vertx vertx, final int partitions, final long seed) {
        this.partitions = partitions;
        this.vertx = vertx;
        this.random = new SplittableRandom(seed);
        cleanup.add(this, () -> List.copyOf(members).forEach(Member::leave));
    }

    /**
     * Runs the simulation.
     *
     * @param count the number of instances that start
     * @param changes how often one joins, leaves and vanishes after that
     */
    void run(final int count, final int changes) {
        turnover("start at once", () -> {
            for (int i = 0; i < count; i++) {
                members.add(new Member());
            }
        });
        for (int i = 0; i < changes; i++) {
            turnover("join", () -> members.add(new Member()));
            turnover(
                    "leave",
                    () -> members.remove(random.nextInt(members.size())).leave());
            turnover("join", () -> members.add(new Member()));
            turnover(
                    "vanish",
                    () -> members.remove(random.nextInt(members.size())).vanish());
        }
    }

    private void turnover(final String change, final Runnable action) {
        final Map<Integer, Member> before = new HashMap<>(owners);
        final int instances = members.size();
        final CountedLogStore.Calls calls = store.calls();
        assigned.set(0);
        final long begin = System.nanoTime();
        action.run();
        while (!isBalanced()) {
            if (System.nanoTime() - begin > LIMIT_NANOS) {
                throw new BenchmarkException("The partitions are not shared evenly after two minutes: " + owners.size()
                        + " of " + partitions + " have an instance.");
            }
            MeasuredServer.pause(2);
        }
        turnovers.add(new Turnover(
                change,
                instances,
                assigned.get(),
                fewest(before),
                store.calls().since(calls),
                (System.nanoTime() - begin) / 1e9));
    }

    private Map<Member, Integer> counts(final Map<Integer, Member> of) {
        final Map<Member, Integer> counts = new HashMap<>();
        members.forEach(each -> counts.put(each, 0));
        of.values().forEach(each -> counts.computeIfPresent(each, (member, count) -> count + 1));
        return counts;
    }

    private boolean isBalanced() {
        final Map<Integer, Member> now = new HashMap<>(owners);
        final int least = partitions / members.size();
        return now.size() == partitions
                && counts(now).values().stream().allMatch(count -> count == least || count == least + 1);
    }

    /** Returns how many partitions must move so that all members have the same number, or one more. */
    private int fewest(final Map<Integer, Member> before) {
        final List<Integer> counts = counts(before).values().stream()
                .sorted(Comparator.reverseOrder())
                .toList();
        final int least = partitions / members.size();
        final int more = partitions % members.size();
        int missing = 0;
        for (int i = 0; i < counts.size(); i++) {
            missing += Math.max(0, least + (i < more ? 1 : 0) - counts.get(i));
        }
        return missing;
    }

    List<Turnover> turnovers() {
        return turnovers;
    }

    /** Returns sentences. */
    Queue<String> violations() {
        return violations;
    }
}
