package org.jzenith.core.configuration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The text of {@code --help}: every key with type, default and description, grouped by prefix, and the flags. */
final class HelpText {

    private static final String FLAGS = """
            Flags:
              --config=FILE      read this .properties, .yaml or .yml file, above all other files
              --profile=NAME     choose application-NAME files and %NAME. keys; also JZENITH_PROFILE
              --help             show this text and exit
              --explain-config   show every key, its value and all its sources, and exit
              --training-run     start, warm up, stop and exit; for class archives (AppCDS, AOT cache)
              --debug            show stack traces when the start fails
            """;

    private HelpText() {}

    static String of(final KeyCatalogue catalogue) {
        final StringBuilder text = new StringBuilder("""
                Settings, in the order of precedence: --key=value, system property key, environment KEY,
                --config=FILE, profile files, application.properties or .yaml, code, plugins, default.

                """).append(FLAGS);
        grouped(catalogue).forEach((prefix, keys) -> {
            text.append('\n')
                    .append(prefix.isEmpty() ? "Without prefix" : prefix)
                    .append(":\n");
            keys.forEach(key -> append(text, key));
        });
        return text.toString();
    }

    private static Map<String, List<ConfigurationKey>> grouped(final KeyCatalogue catalogue) {
        final Map<String, List<ConfigurationKey>> groups = new LinkedHashMap<>();
        catalogue.prefixes().forEach(prefix -> groups.put(prefix, new ArrayList<>()));
        for (final ConfigurationKey key : catalogue.keys()) {
            String longest = "";
            for (final String prefix : groups.keySet()) {
                final boolean under = key.name().equals(prefix)
                        || key.name().startsWith(prefix + ".")
                        || key.name().startsWith(prefix + "[");
                if (under && prefix.length() > longest.length()) {
                    longest = prefix;
                }
            }
            groups.computeIfAbsent(longest, prefix -> new ArrayList<>()).add(key);
        }
        groups.values().removeIf(List::isEmpty);
        return groups;
    }

    private static void append(final StringBuilder text, final ConfigurationKey key) {
        text.append("  --").append(key.name()).append("  (").append(key.type());
        final String value = key.defaultText();
        if (key.defaultValue() != null) {
            text.append(", default ").append(value.isEmpty() ? "empty" : value);
        } else if (key.required()) {
            text.append(", required");
        }
        text.append(")\n");
        if (!key.description().isEmpty()) {
            text.append("      ").append(key.description()).append('\n');
        }
    }
}
