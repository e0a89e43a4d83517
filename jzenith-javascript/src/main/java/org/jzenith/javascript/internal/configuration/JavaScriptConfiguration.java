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
     * @return the limit of a turn; one that lasts 10 times this limit is interrupted, too. The first request to a
     *     handler on each event loop has 10 times as much
     */
    @WithDefault("100ms")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The CPU time that JavaScript may use in one turn, before it returns to the event loop. jZenith "
            + "interrupts a turn that uses more CPU time, or that lasts 10 times this limit. The "
            + "request gets a 503, and the log names the file and line of the handler. For the first request "
            + "to a handler on each event loop the limit is 10 times as high, because the handler's code is "
            + "not loaded yet.")
    Duration maxTurn();

    /**
     * The Java classes that JavaScript may use.
     *
     * @return class names; empty for none
     */
    @Description("The Java classes that JavaScript may load by Java.type('...'). It can use all their public "
            + "members. By default it can load no Java class.")
    Optional<List<String>> hostAccess();

    /**
     * The hosts that {@code fetch} may call.
     *
     * @return host names, with a port unless it is that of http or https; empty for none
     */
    @Description(
            "The hosts that fetch(..) may call, such as api.example.com or localhost:8081. By default fetch(..) can "
                    + "call no host.")
    Optional<List<String>> fetchHosts();

    /**
     * The port of the inspector for Chrome DevTools, on the loopback address.
     *
     * @return 0 for a free one; empty for no inspector
     */
    @Description("For development: the port on the loopback address at which GraalVM's inspector waits for Chrome "
            + "DevTools; 0 picks a free port. While this is set, jZenith does not interrupt long turns. By "
            + "default there is no inspector.")
    Optional<@WithConverter(Ranges.ListenPort.class) Integer> inspect();

    /**
     * The settings of the handlers.
     *
     * @return values by name
     */
    @Description("A value that handlers read as settings.NAME.")
    Map<String, String> settings();
}
