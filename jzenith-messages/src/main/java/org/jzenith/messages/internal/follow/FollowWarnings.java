package org.jzenith.messages.internal.follow;

import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what followers miss, and that they wait. Safe for use by many threads. */
final class FollowWarnings {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.messages");

    private final CountedWarning unreadable = new CountedWarning(
            LOGGER, "A message cannot be read as its topic's class, so the followers of the topic do not get it.");
    private final CountedWarning outages =
            new CountedWarning(LOGGER, "The followers of a topic wait, because its engine cannot be read.");

    void unreadable(final String topic, final String id, final Throwable error) {
        unreadable.add(
                topic,
                () -> "The message is " + LogText.escape(id) + " of the topic '" + topic + "': " + error.getMessage());
    }

    void outage(final String topic, final Throwable error) {
        outages.add(
                topic,
                () -> "The topic is '" + topic + "': "
                        + LogText.escape(error.getClass().getSimpleName() + ": " + error.getMessage()) + ".");
    }
}
