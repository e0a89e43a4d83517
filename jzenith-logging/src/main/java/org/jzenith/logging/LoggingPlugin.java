package org.jzenith.logging;

import ch.qos.logback.classic.LoggerContext;
import com.google.errorprone.annotations.CheckReturnValue;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.LogConfigurer;
import org.jzenith.logging.internal.ConsoleEncoder;
import org.jzenith.logging.internal.LoggingConfiguration;
import org.slf4j.LoggerFactory;

/**
 * Logs to the console with Logback, as text or, with the setting {@code logging.format=json}, as JSON:
 *
 * <pre>{@code
 * JZenith.application(args).withPlugins(
 *         RestPlugin.withResources(OrderResource.class), LoggingPlugin.create())
 * }</pre>
 *
 * <p>The format applies to the whole JVM; if it runs several applications, the one started last decides. If the application configures
 * Logback itself, for example with a {@code logback.xml}, the setting has no effect and startup warns about it. Immutable.
 */
@CheckReturnValue
public final class LoggingPlugin implements Plugin, LogConfigurer {

    private LoggingPlugin() {}

    /**
     * Creates a plugin that is configured by settings.
     *
     * @return a plugin for the log
     */
    public static LoggingPlugin create() {
        return new LoggingPlugin();
    }

    @Override
    public String name() {
        return LoggingConfiguration.PREFIX;
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(LoggingConfiguration.class);
    }

    @Override
    public void configureLog(final Configuration configuration, final String application) {
        final @Nullable ConsoleEncoder console = console();
        if (console != null) {
            console.use(
                    configuration
                            .value(LoggingConfiguration.FORMAT)
                            .orElse("")
                            .strip()
                            .equalsIgnoreCase("json"),
                    configuration.value("tracing.service-name").orElse(application));
        } else {
            configuration
                    .origin(LoggingConfiguration.FORMAT)
                    .ifPresent(origin -> LoggerFactory.getLogger(LoggingPlugin.class)
                            .warn(
                                    "{} has no effect, because the application configures its log itself. The setting comes from {}."
                                            + " Remove it, or remove the application's configuration, such as a logback.xml.",
                                    LoggingConfiguration.FORMAT,
                                    origin));
        }
    }

    /** Returns the console's encoder; null if the application configures Logback itself or does not use Logback. */
    private static @Nullable ConsoleEncoder console() {
        return LoggerFactory.getILoggerFactory() instanceof final LoggerContext logback
                        && logback.getObject(ConsoleEncoder.class.getName()) instanceof final ConsoleEncoder console
                ? console
                : null;
    }
}
