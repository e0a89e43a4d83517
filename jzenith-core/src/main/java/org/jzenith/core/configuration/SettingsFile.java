package org.jzenith.core.configuration;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.core.problem.StartProblem;

/**
 * A file of settings, read once.
 *
 * @param settings the settings, each with its line; later lines override earlier ones
 * @param problems why it or parts of it could not be read
 */
record SettingsFile(Map<String, Setting> settings, List<StartProblem> problems) {

    static final String CLASS_PATH = " (class path)";
    static final SettingsFile NONE = new SettingsFile(Map.of(), List.of());

    static SettingsFile of(final Path file, final String shown, final KeyCatalogue catalogue) {
        try {
            return parse(Files.readAllBytes(file), shown, catalogue);
        } catch (final IOException e) {
            return unreadable(shown, e);
        }
    }

    static SettingsFile of(final URL file, final String shown, final KeyCatalogue catalogue) {
        try {
            final URLConnection connection = file.openConnection();
            connection.setUseCaches(false);
            try (InputStream in = connection.getInputStream()) {
                return parse(in.readAllBytes(), shown, catalogue);
            }
        } catch (final IOException e) {
            return unreadable(shown, e);
        }
    }

    private static SettingsFile parse(final byte[] bytes, final String shown, final KeyCatalogue catalogue) {
        final Map<String, Setting> settings = new LinkedHashMap<>();
        try {
            final String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            final String text = decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded;
            final boolean properties = shown.endsWith(".properties") || shown.endsWith(".properties" + CLASS_PATH);
            final List<StartProblem> problems = properties
                    ? PropertiesText.read(text, shown, settings)
                    : YamlText.read(text, shown, catalogue, settings);
            return new SettingsFile(settings, problems);
        } catch (final CharacterCodingException e) {
            return new SettingsFile(
                    Map.of(),
                    List.of(StartProblem.of("The file " + shown + " is not UTF-8 text.")
                            .from(shown)
                            .remedy("Save it in the encoding UTF-8.")
                            .causedBy(e)));
        }
    }

    private static SettingsFile unreadable(final String shown, final IOException e) {
        return new SettingsFile(
                Map.of(),
                List.of(StartProblem.of("The file " + shown + " cannot be read: "
                                + e.getClass().getSimpleName() + ".")
                        .from(shown)
                        .remedy("Make it readable for the user that runs the application, or remove it.")
                        .causedBy(e)));
    }
}
