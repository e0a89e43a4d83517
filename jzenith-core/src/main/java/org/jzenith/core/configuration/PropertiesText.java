package org.jzenith.core.configuration;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jzenith.core.problem.StartProblem;

/** Reads the format of {@link Properties} with the line of each key. */
final class PropertiesText {

    private PropertiesText() {}

    static List<StartProblem> read(final String text, final String file, final Map<String, Setting> settings) {
        final List<StartProblem> problems = new ArrayList<>();
        final String[] lines = text.lines().toArray(String[]::new);
        for (int i = 0; i < lines.length; i++) {
            final int begin = i;
            if (isComment(lines[i])) {
                continue;
            }
            final StringBuilder entry = new StringBuilder(lines[i]);
            while (isContinued(lines[i]) && i + 1 < lines.length) {
                entry.append('\n').append(lines[++i]);
            }
            final String place = file + " line " + (begin + 1);
            try {
                parse(entry.toString())
                        .forEach((key, value) -> settings.put(key.toString(), new Setting(value.toString(), place)));
            } catch (final IllegalArgumentException e) {
                problems.add(StartProblem.of("The file " + file + " is malformed in line " + (begin + 1)
                                + ": a backslash and u are not followed by four hexadecimal digits.")
                        .from(place)
                        .remedy("Write the character itself, or double the backslash.")
                        .causedBy(e));
            }
        }
        return problems;
    }

    private static boolean isComment(final String line) {
        final String text = line.strip();
        return text.isEmpty() || text.charAt(0) == '#' || text.charAt(0) == '!';
    }

    private static boolean isContinued(final String line) {
        int backslashes = 0;
        while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    private static Properties parse(final String entry) {
        final Properties one = new Properties();
        try {
            one.load(new StringReader(entry));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return one;
    }
}
