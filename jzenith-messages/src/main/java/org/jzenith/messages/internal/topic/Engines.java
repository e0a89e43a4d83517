package org.jzenith.messages.internal.topic;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.internal.configuration.TopicConfiguration;

/** Finds the engine of a topic. */
public final class Engines {

    /** Its messages end with the process. */
    public static final String MEMORY = "memory";

    private static final String POSTGRESQL = "postgresql";

    private Engines() {}

    /** Returns the name of the engine of a topic, which the application may not have. */
    public static String chosen(final TopicConfiguration settings, final Set<MessageEngine> engines) {
        return settings.over().orElse(find(POSTGRESQL, engines) == null ? MEMORY : POSTGRESQL);
    }

    /** Returns the engine with a name; null if the application does not have it. */
    public static @Nullable MessageEngine find(final String name, final Set<MessageEngine> engines) {
        return engines.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
