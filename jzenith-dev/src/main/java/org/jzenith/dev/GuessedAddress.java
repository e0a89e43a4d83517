package org.jzenith.dev;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.development.DevelopmentSession.Listener;

/** Where an application probably listens that has not come as far as to read its settings. */
final class GuessedAddress {

    private static final String PORT = "rest.port";
    private static final String DEFAULT = "8080";

    private GuessedAddress() {}

    static Listener of(final Project project) {
        final List<@Nullable String> candidates = new ArrayList<>();
        project.arguments().stream()
                .filter(argument -> argument.startsWith("--" + PORT + "="))
                .map(argument -> argument.substring(PORT.length() + 3))
                .forEach(candidates::add);
        candidates.add(System.getProperty(PORT));
        candidates.add(System.getenv("REST_PORT"));
        candidates.add(inFile(project.directory().resolve("application.properties")));
        project.resources()
                .forEach(folder -> candidates.add(inFile(folder.directory().resolve("application.properties"))));
        candidates.add(DEFAULT);
        final String port = candidates.stream()
                .filter(candidate -> candidate != null && candidate.matches("\\d{1,5}"))
                .findFirst()
                .orElse(DEFAULT);
        return new Listener("rest", "rest.host", "127.0.0.1", PORT, Integer.parseInt(port), PORT);
    }

    private static @Nullable String inFile(final Path file) {
        final Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (final IOException e) {
            return null; // it is not there
        }
        return properties.getProperty(PORT);
    }
}
