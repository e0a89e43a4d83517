package org.jzenith.dev.internal.project;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import ch.qos.logback.core.joran.spi.JoranException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Configures Logback again, if the application logs with it. */
public final class LogbackConfiguration {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.dev.internal.DevelopmentServer");

    private LogbackConfiguration() {}

    /** Reads a changed {@code logback.xml}. */
    public static void readIfAmong(final Set<Path> changed) {
        final boolean among = changed.stream()
                .map(file -> String.valueOf(file.getFileName()))
                .anyMatch(name -> name.startsWith("logback") && name.endsWith(".xml"));
        if (among) {
            readFrom(Objects.requireNonNull(LogbackConfiguration.class.getClassLoader()));
        }
    }

    /** Calls the application's own {@code Configurator}, if it has one: its class may have changed. */
    public static void callConfigurator(final ClassLoader application) {
        if (application.getResource("META-INF/services/ch.qos.logback.classic.spi.Configurator") != null) {
            readFrom(application);
        }
    }

    private static void readFrom(final ClassLoader loader) {
        if (LoggerFactory.getILoggerFactory().getClass().getName().equals("ch.qos.logback.classic.LoggerContext")) {
            Loading.load(loader);
        }
    }

    /** A separate class, which is loaded only if Logback is available. */
    private static final class Loading {

        static void load(final ClassLoader loader) {
            final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
            context.reset();
            context.getStatusManager().clear(); // it holds classes of earlier starts
            try {
                new ContextInitializer(context).autoConfig(loader);
            } catch (final JoranException e) {
                LOGGER.warn("The changed configuration of Logback cannot be read.", e);
            }
        }
    }
}
