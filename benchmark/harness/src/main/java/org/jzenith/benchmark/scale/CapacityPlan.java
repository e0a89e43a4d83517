package org.jzenith.benchmark.scale;

import java.util.OptionalInt;
import org.jzenith.benchmark.process.BenchmarkException;

/**
 * The servers for a number of requests. A group is a PostgreSQL with its replicas and the instances that use it; groups share nothing, because
 * the data is partitioned by a key. The instances of a group follow the law, the database follows its processors and connections.
 *
 * @param groups the number of groups
 * @param instances the instances of each group
 * @param loops the event loops of each group, by the law
 * @param replicas the replicas of each group's PostgreSQL
 * @param pool the pooled connections of an instance
 * @param connections the connections to each primary
 * @param partitions the partitions of topics
 * @param consumers the instances of consumers
 * @param messageCores the processors of PostgreSQL that messages would need, of all groups
 */
record CapacityPlan(
        int groups,
        int instances,
        int loops,
        int replicas,
        int pool,
        int connections,
        int partitions,
        int consumers,
        double messageCores) {

    private static final int MOST_GROUPS = 100_000;
    private static final int LEAST_POOL = 2;

    /** Finds the plan with the fewest groups. */
    static CapacityPlan of(final double perSecond, final PlanFigures figures) {
        final double budget = figures.utilization() * figures.databaseCores() * 1e6;
        for (int groups = 1; groups <= MOST_GROUPS; groups++) {
            final double rate = perSecond / groups;
            final double writing = rate * figures.writes() * figures.writeMicros();
            final double reading = rate * figures.reads() * figures.readMicros();
            final OptionalInt loops = figures.law().loopsFor(rate / figures.utilization());
            if (loops.isEmpty() || writing > budget) {
                continue;
            }
            // A replica repeats all writes of its primary.
            final int replicas = reading <= budget - writing
                    ? 0
                    : budget > writing ? up((reading - (budget - writing)) / (budget - writing)) : Integer.MAX_VALUE;
            final int instances = up((double) loops.getAsInt() / figures.instanceCores());
            // Little's law: the connections in use are the writes in a second times the time of each.
            final double inUse = rate * figures.writes() / instances * figures.writeMillis() / 1e3;
            final int pool = Math.max(LEAST_POOL, up(inUse / figures.utilization()));
            final int connections = instances * (figures.instanceCores() + pool);
            if (replicas <= figures.replicas() && connections <= figures.databaseConnections()) {
                final double messages = perSecond * figures.messages();
                return new CapacityPlan(
                        groups,
                        instances,
                        loops.getAsInt(),
                        replicas,
                        pool,
                        connections,
                        up(messages / (figures.utilization() * figures.partitionRate())),
                        up(messages
                                * figures.messageMicros()
                                / (figures.utilization() * figures.instanceCores() * 1e6)),
                        messages * figures.messageDatabaseMicros() / (figures.utilization() * 1e6));
            }
        }
        throw new BenchmarkException("No number of groups up to " + MOST_GROUPS
                + " is enough. An instance needs more connections than a PostgreSQL has, or less time for a write.");
    }

    private static int up(final double number) {
        return (int) Math.ceil(number - 1e-9);
    }

    int allInstances() {
        return groups * instances;
    }

    int allDatabases() {
        return groups * (1 + replicas);
    }

    /** Returns the processors of all instances, databases and consumers. */
    int cores(final PlanFigures figures) {
        return (allInstances() + consumers) * figures.instanceCores() + allDatabases() * figures.databaseCores();
    }
}
