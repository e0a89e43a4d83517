package org.jzenith.dev.internal;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.development.DevelopmentSession.Listener;
import org.jzenith.core.problem.StartException;
import org.jzenith.dev.internal.project.Project;
import org.jzenith.dev.internal.proxy.AllowedHosts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The probable address of an application that has not read its settings yet: {@code rest.host} and {@code rest.port} from the same sources,
 * except the application's code. The default is port 8080, for this machine only.
 */
final class GuessedAddress {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.dev.internal.DevelopmentServer");
    private static final String HOST = "rest.host";
    private static final String PORT = "rest.port";
    private static final int DEFAULT_PORT = 8080;
    private static final int MAX_PORT = 65_535;
    private static final List<String> OF_SOURCES = List.of("--config=", "--profile=");

    private GuessedAddress() {}

    /** @param libraries find the formats of the files */
    static Listener of(final Project project, final ClassLoader libraries) {
        final Configuration settings = settings(project, libraries);
        final String host = values(HOST, project, settings)
                .filter(value -> !value.isBlank())
                .findFirst()
                .orElse(AllowedHosts.THIS_MACHINE);
        final int port = values(PORT, project, settings)
                .filter(value -> value.matches("\\d{1,5}"))
                .map(Integer::parseInt)
                .filter(value -> value <= MAX_PORT)
                .findFirst()
                .orElse(DEFAULT_PORT);
        return new Listener("rest", HOST, host, PORT, port, PORT);
    }

    /** Returns the same port under an address that a local browser can open. */
    static Listener ofThisMachine(final Listener guess) {
        return new Listener(guess.name(), HOST, AllowedHosts.THIS_MACHINE, PORT, guess.port(), PORT);
    }

    /** The strongest first. */
    private static Stream<String> values(
            final String key, final Project project, final @Nullable Configuration settings) {
        final String option = "--" + key + "=";
        return Stream.concat(
                project.arguments().stream()
                        .filter(argument -> argument.startsWith(option))
                        .map(argument -> argument.substring(option.length())),
                Stream.of(
                                Optional.ofNullable(System.getProperty(key)),
                                Optional.ofNullable(
                                        System.getenv(key.replace('.', '_').toUpperCase(Locale.ROOT))),
                                settings == null ? Optional.<String>empty() : settings.value(key))
                        .flatMap(Optional::stream));
    }

    /** Reads the settings from files as the application does; null if the application could not read them either. */
    private static @Nullable Configuration settings(final Project project, final ClassLoader libraries) {
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        final URL[] folders =
                project.folders().stream().map(ApplicationClassLoader::url).toArray(URL[]::new);
        try (URLClassLoader classPath = new URLClassLoader(folders, libraries)) {
            thread.setContextClassLoader(classPath);
            // No interface declares the keys, so that what else is wrong with them does not count here.
            return Configuration.builder(project.arguments().stream()
                            .filter(argument -> OF_SOURCES.stream().anyMatch(argument::startsWith))
                            .toList())
                    .read();
        } catch (final StartException | IOException e) {
            LOGGER.debug("The settings cannot be read.", e);
            return null;
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
