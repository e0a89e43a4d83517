package org.jzenith.core.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The settings of start, stop and event loops. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "jzenith")
public interface JZenithConfiguration {

    /**
     * The time one plugin may take for one startup phase.
     *
     * @return the time, at least one millisecond
     */
    @WithDefault("60s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for each plugin in each start phase.")
    Duration startTimeout();

    /**
     * The time for which a stopping application is not ready but still accepts requests, for load balancers.
     *
     * @return zero to ten seconds
     */
    @WithDefault("0s")
    @WithConverter(Ranges.UpTo10Seconds.class)
    @Description(
            "How long a stopping application still accepts requests while it reports not ready, so that load balancers stop"
                    + " sending them; 0s to 10s.")
    Duration stopDelay();

    /**
     * The time for which a connection must be idle before the shutdown half-closes it. A request that arrives earlier gets a response,
     * which announces that the connection closes. Each response restarts the time. The connection is closed when the client closes it, or
     * when the time has passed again. The shutdown does not wait if no connection is open.
     *
     * @return zero to ten seconds
     */
    @WithDefault("500ms")
    @WithConverter(Ranges.UpTo10Seconds.class)
    @Description("During shutdown, how long a connection must be idle before jZenith half-closes it; 0s to 10s.")
    Duration idleGrace();

    /**
     * The time that requests in flight may run after shutdown starts, apart from {@link #idleGrace()}.
     *
     * @return not negative
     */
    @WithDefault("20s")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description("How long requests in flight may run after shutdown has started.")
    Duration drainTimeout();

    /**
     * The time one plugin may take to close.
     *
     * @return the time, at least one millisecond
     */
    @WithDefault("10s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for closing each plugin.")
    Duration closeTimeout();

    /**
     * The number of event loops.
     *
     * @return the number, or empty for one per processor
     */
    @Description("The number of event loops; one per processor when not set.")
    Optional<@WithConverter(Ranges.EventLoops.class) Integer> eventLoops();

    /**
     * The number of worker threads of Vert.x, for its own blocking work, such as reading certificates.
     *
     * @return the number, at least one
     */
    @WithDefault("20")
    @WithConverter(Ranges.Threads.class)
    @Description(
            "The number of worker threads that Vert.x uses for its own blocking work, such as reading certificates.")
    int workerThreads();

    /**
     * The number of pieces of blocking work that run at once, each on a thread; virtual threads where the JVM has them.
     *
     * @return the number, at least one
     */
    @WithDefault("200")
    @WithConverter(Ranges.Threads.class)
    @Description("The number of blocking calls that run at once, on virtual threads if the JVM has them.")
    int blockingThreads();

    /**
     * The number of pieces of blocking work that may wait for a thread; more are refused.
     *
     * @return zero or more
     */
    @WithDefault("10000")
    @WithConverter(Ranges.NotNegative.class)
    @Description("The number of blocking calls that may wait for a thread; further calls are refused.")
    int blockingQueue();

    /**
     * The time that one piece of work may block an event loop before it is reported, with the request and the stack.
     *
     * @return 10 milliseconds to a day
     */
    @WithDefault("2s")
    @WithConverter(Ranges.UpToOneDay.class)
    @Description("How long a call may block an event loop before jZenith logs a warning.")
    Duration blockedThreshold();

    /**
     * The time that an event loop may wait inside one piece of work before its thread is interrupted.
     *
     * @return 10 milliseconds to a day
     */
    @WithDefault("5s")
    @WithConverter(Ranges.UpToOneDay.class)
    @Description("How long a call may block an event loop before jZenith interrupts the thread, if it is waiting.")
    Duration blockedInterrupt();

    /**
     * The store of the state that all instances share: tickets, failed attempts, and sessions that a logout has ended.
     *
     * @return {@code memory}, or the name of a plugin that has a store
     */
    @WithDefault("memory")
    @Description(
            "The store of tickets, failed logins and ended sessions: memory (separate for each instance), or postgresql or"
                    + " redis (shared by all instances).")
    String sharedState();

    /**
     * The name of the application in a store that several applications share, so that a ticket of one is not valid at another.
     *
     * @return the same in all instances; empty for the name of the class that calls {@code JZenith.application(..)}
     */
    @Description(
            "The name that separates this application's shared state from that of other applications in the same store; by"
                    + " default the class that calls JZenith.application(..).")
    Optional<String> sharedStateName();
}
