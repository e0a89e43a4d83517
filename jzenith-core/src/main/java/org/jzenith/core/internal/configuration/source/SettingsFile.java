package org.jzenith.core.internal.configuration.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URL;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Predicate;
import org.jzenith.core.problem.StartProblem;

/**
 * A file of settings, read once.
 *
 * @param settings the settings, each with its line; later lines override earlier ones
 * @param problems the problems of reading it or parts of it
 */
record SettingsFile(Map<String, Setting> settings, List<StartProblem> problems) {

    static final SettingsFile NONE = new SettingsFile(Map.of(), List.of());

    /** @param shown the name for reports, which ends like that of the file or has a note in brackets behind it */
    static SettingsFile of(final URL file, final String shown, final Predicate<String> isMap) {
        final Map<String, Setting> settings = new LinkedHashMap<>();
        try {
            final URLConnection connection = file.openConnection();
            connection.setUseCaches(false);
            try (InputStream in = connection.getInputStream()) {
                final String decoded = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(in.readAllBytes()))
                        .toString();
                final String text = decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded;
                return new SettingsFile(
                        settings,
                        file.getPath().endsWith(".properties")
                                ? properties(text, shown, settings)
                                : YamlText.read(text, shown, isMap, settings));
            }
        } catch (final CharacterCodingException e) {
            return failed("The file " + shown + " is not UTF-8 text.", shown, "Save it as UTF-8.", e);
        } catch (final IOException e) {
            return failed(
                    "The file " + shown + " cannot be read: " + e.getClass().getSimpleName() + ".",
                    shown,
                    "Make it readable for the user that runs the application, or remove it.",
                    e);
        }
    }

    private static SettingsFile failed(
            final String what, final String shown, final String remedy, final IOException cause) {
        return new SettingsFile(
                Map.of(),
                List.of(StartProblem.of(what).from(shown).remedy(remedy).causedBy(cause)));
    }

    /** Gives {@link Properties} one entry at a time, because it does not tell the lines. */
    private static List<StartProblem> properties(
            final String text, final String shown, final Map<String, Setting> settings) throws IOException {
        final List<StartProblem> problems = new ArrayList<>();
        final String[] lines = text.lines().toArray(String[]::new);
        for (int i = 0; i < lines.length; i++) {
            final String place = shown + " line " + (i + 1);
            final StringBuilder entry = new StringBuilder(lines[i]);
            final boolean comment = lines[i].stripLeading().startsWith("#")
                    || lines[i].stripLeading().startsWith("!");
            while (!comment && isContinued(lines[i]) && i + 1 < lines.length) {
                entry.append('\n').append(lines[++i]);
            }
            final Properties one = new Properties();
            try {
                one.load(new StringReader(entry.toString()));
                one.forEach((key, value) -> settings.put(key.toString(), new Setting(value.toString(), place)));
            } catch (final IllegalArgumentException e) {
                problems.add(StartProblem.of("The file " + place.replace(" line ", " is malformed in line ")
                                + ": \\u is not followed by four hexadecimal digits.")
                        .from(place)
                        .remedy("Write the character itself, or double the backslash.")
                        .causedBy(e));
            }
        }
        return problems;
    }

    private static boolean isContinued(final String line) {
        return (line.length() - line.replaceAll("\\\\+$", "").length()) % 2 == 1;
    }
}
