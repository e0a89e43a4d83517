package org.jzenith.kafka.internal.consumer;

import java.time.Duration;

/**
 * The options of a {@link GroupReader}.
 *
 * @param topic the name of the topic
 * @param group the name of the group in the brokers
 * @param fromLatest true if a group without a commit begins after the records that exist
 * @param revokeLimit the longest time for which a revoked partition waits for its handlers; less than {@code max.poll.interval.ms}
 * @param closeLimit the longest time for the last commit, and for leaving the group, without the time of the handlers
 */
public record ReaderOptions(
        String topic, String group, boolean fromLatest, Duration revokeLimit, Duration closeLimit) {

    @Override
    public String toString() {
        return "the group '" + group + "' of the topic '" + topic + "'";
    }
}
