package org.jzenith.dev.project;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import ch.qos.logback.core.joran.spi.JoranException;
import java.nio.file.Path;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a changed {@code logback.xml} again, if the application logs with Logback. */
public final class LogbackFile {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.dev.DevelopmentServer");

    private LogbackFile() {}

    public static void readIfAmong(final Set<Path> changed) {
        final boolean among = changed.stream()
                .map(file -> String.valueOf(file.getFileName()))
                .anyMatch(name -> name.startsWith("logback") && name.endsWith(".xml"));
        if (among
                && LoggerFactory.getILoggerFactory()
                        .getClass()
                        .getName()
                        .equals("ch.qos.logback.classic.LoggerContext")) {
            Loading.load();
        }
    }

    /** In a class of its own, which is loaded only where Logback is there. */
    private static final class Loading {

        static void load() {
            final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
            context.reset();
            try {
                new ContextInitializer(context).autoConfig();
            } catch (final JoranException e) {
                LOGGER.warn("The changed configuration of Logback cannot be read.", e);
            }
        }
    }
}
