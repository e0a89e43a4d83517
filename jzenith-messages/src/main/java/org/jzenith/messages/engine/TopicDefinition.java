package org.jzenith.messages.engine;

import java.time.Duration;
import org.jzenith.core.problem.StartProblem;

/**
 * For plugins: a topic as the settings describe it.
 *
 * @param name 1 to 63 lower-case letters, digits and hyphens
 * @param partitions the number of partitions, 1 to 256; messages with the same key are in the same partition
 * @param retention the time for which the engine keeps messages
 */
public record TopicDefinition(String name, int partitions, Duration retention) {

    /**
     * Describes the problem of a topic that was created with a different number of partitions.
     *
     * @param found the number of partitions in the engine
     * @param engine the name of the engine
     * @return the problem, to throw in a {@link org.jzenith.core.problem.StartException}
     */
    public StartProblem otherPartitions(final int found, final String engine) {
        return StartProblem.of(
                        "The topic '" + name + "' has " + found + " partitions in the engine '" + engine
                                + "', but messages." + name + ".partitions is " + partitions
                                + ". With a different number, messages with the same key would move to other partitions and lose their order.")
                .remedy("Set messages." + name + ".partitions to " + found + ", or use a new topic.");
    }
}
