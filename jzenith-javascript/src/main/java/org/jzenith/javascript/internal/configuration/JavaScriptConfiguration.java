package org.jzenith.javascript.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The settings of JavaScript handlers. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "javascript")
public interface JavaScriptConfiguration {

    /**
     * The CPU time that JavaScript may use without returning to the event loop.
     *
     * @return the limit of a turn; one that takes 10 times as long without using the CPU is interrupted, too. The first request to a
     *     handler on each event loop has 10 times as much
     */
    @WithDefault("100ms")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description(
            "The CPU time that JavaScript may use without returning to the event loop. A longer turn is interrupted, and "
                    + "one that takes 10 times as long without using it: its request gets a 503, and the log names the file "
                    + "and line of its handler. The first request to a handler on each event loop has 10 times as much, "
                    + "because its code is not loaded yet.")
    Duration maxTurn();

    /**
     * The Java classes that JavaScript may use.
     *
     * @return class names; empty for none
     */
    @Description("The names of the Java classes that JavaScript may use by Java.type('...'), with all their public "
            + "members. Without any, no Java class is visible.")
    Optional<List<String>> hostAccess();

    /**
     * The hosts that {@code fetch} may call.
     *
     * @return host names, with a port unless it is that of http or https; empty for none
     */
    @Description(
            "The hosts that fetch(..) may call, such as api.example.com or localhost:8081. Without any, it calls none.")
    Optional<List<String>> fetchHosts();

    /**
     * The port of the inspector for Chrome DevTools, on the loopback address.
     *
     * @return 0 for a free one; empty for no inspector
     */
    @Description(
            "For development: the port on the loopback address at which GraalVM's inspector waits for Chrome DevTools, 0 for "
                    + "a free one. No turn is interrupted. Without the setting there is no inspector.")
    Optional<@WithConverter(Ranges.ListenPort.class) Integer> inspect();

    /**
     * The settings of the handlers.
     *
     * @return values by name
     */
    @Description("A setting of the handlers, which they read as settings.NAME.")
    Map<String, String> settings();
}
