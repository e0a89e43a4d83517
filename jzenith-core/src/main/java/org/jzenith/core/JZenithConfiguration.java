package org.jzenith.core;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.OptionalInt;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jzenith.core.configuration.Description;

/** The settings of the application's own life. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "jzenith")
public interface JZenithConfiguration {

    /**
     * The time one plugin may take for one moment of the start.
     *
     * @return at least one millisecond
     */
    @WithDefault("60s")
    @DurationMin(millis = 1)
    @Description("The time one plugin may take for one moment of the start.")
    Duration startTimeout();

    /**
     * The time between the first sign of stopping (not ready) and the end of accepting, so that a load balancer notices.
     *
     * @return zero to ten seconds
     */
    @WithDefault("0s")
    @DurationMin(millis = 0)
    @DurationMax(seconds = 10)
    @Description("The time between 'not ready' and the end of accepting, for load balancers; 0s to 10s.")
    Duration stopDelay();

    /**
     * How long a client must have been silent before the stop closes its connection; who sends a request before is
     * answered, and told that the connection closes. It begins again with each answer, and is over at once where no
     * connection is open.
     *
     * @return zero to ten seconds
     */
    @WithDefault("500ms")
    @DurationMin(millis = 0)
    @DurationMax(seconds = 10)
    @Description("How long a client must have been silent before the stop closes its connection; 0s to 10s.")
    Duration idleGrace();

    /**
     * The time requests in flight have to end when the application stops, beside {@link #idleGrace()}.
     *
     * @return not negative
     */
    @WithDefault("20s")
    @DurationMin(millis = 0)
    @Description("The time that requests in flight have to end when the application stops.")
    Duration drainTimeout();

    /**
     * The time one plugin may take to close.
     *
     * @return at least one millisecond
     */
    @WithDefault("10s")
    @DurationMin(millis = 1)
    @Description("The time one plugin may take to close.")
    Duration closeTimeout();

    /**
     * The number of event loops.
     *
     * @return the number, or empty for one a processor
     */
    @Min(1)
    @Max(1024)
    @Description("The number of event loops; one a processor when not set.")
    OptionalInt eventLoops();

    /**
     * The number of threads for blocking work.
     *
     * @return at least one
     */
    @WithDefault("20")
    @Min(1)
    @Max(10_000)
    @Description("The number of threads for blocking work.")
    int workerThreads();

    /**
     * The time that one piece of work may hold an event loop before it is reported, with the request and the stack.
     *
     * @return 10 milliseconds to an hour
     */
    @WithDefault("2s")
    @DurationMin(millis = 10)
    @DurationMax(hours = 1)
    @Description("The time that one piece of work may hold an event loop before it is reported.")
    Duration blockedThreshold();

    /**
     * The time that an event loop may wait inside one piece of work before its thread is interrupted, so that it answers
     * again.
     *
     * @return 10 milliseconds to a day
     */
    @WithDefault("5s")
    @DurationMin(millis = 10)
    @DurationMax(days = 1)
    @Description("The time that an event loop may wait inside one piece of work before its thread is interrupted.")
    Duration blockedInterrupt();
}
