package org.jzenith.test;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.configuration.ConfigurationKey;

/**
 * For plugins: writes a table of settings in Markdown and compares a document with it.
 *
 * <p>A document has the table between two comments, {@code <!-- keys:begin NAME -->} and {@code <!-- keys:end -->}.
 * A test compares {@link #insertedInto} with the document itself:
 *
 * <pre>{@code
 * final String document = Files.readString(file);
 * assertThat(KeyTable.of(List.of(RestConfiguration.class)).insertedInto(document, "rest")).isEqualTo(document);
 * }</pre>
 *
 * <p>Keys below a part such as {@code rest.listeners.*} share one row if they mean the same as the keys without the part: "As in {@code
 * rest}: {@code host}, ..".
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class KeyTable {

    private final List<ConfigurationKey> keys;

    private KeyTable(final List<ConfigurationKey> keys) {
        this.keys = keys;
    }

    /**
     * Reads the keys of interfaces.
     *
     * @param types {@code @ConfigMapping} interfaces
     * @return the table, sorted by key
     * @throws org.jzenith.core.problem.StartException if one of the types is not such an interface
     */
    public static KeyTable of(final Collection<Class<?>> types) {
        return new KeyTable(Configuration.keys(types));
    }

    /**
     * Returns the table.
     *
     * @return Markdown, ending with a line feed
     */
    public String markdown() {
        final StringBuilder table = new StringBuilder("| key | type | default | description |\n|---|---|---|---|\n");
        final Map<Prefixes, List<String>> shared = shared();
        for (final ConfigurationKey key : keys) {
            final ConfigurationKey general = general(key);
            if (general == null) {
                append(table, key);
                continue;
            }
            final Prefixes prefixes = Prefixes.of(key.name(), general.name());
            final List<String> names = shared.remove(prefixes);
            if (names != null) {
                table.append("| `")
                        .append(prefixes.part)
                        .append("` |  |  | As in `")
                        .append(prefixes.general)
                        .append("`: `")
                        .append(String.join("`, `", names))
                        .append("`. |\n");
            }
        }
        return table.toString();
    }

    private static void append(final StringBuilder table, final ConfigurationKey key) {
        table.append("| `")
                .append(key.name())
                .append("` | ")
                .append(cell(key.type()))
                .append(" | ");
        if (key.defaultValue() == null) {
            table.append(key.defaultText());
        } else if (!key.defaultText().isEmpty()) {
            table.append('`').append(cell(key.defaultText())).append('`');
        }
        table.append(" | ").append(cell(key.description())).append(" |\n");
    }

    /**
     * Returns the last parts of keys that mean the same as a key without a part's name, so that the table does not repeat their
     * descriptions.
     */
    private Map<Prefixes, List<String>> shared() {
        final Map<Prefixes, List<String>> all = new HashMap<>();
        for (final ConfigurationKey key : keys) {
            final ConfigurationKey general = general(key);
            if (general != null) {
                final Prefixes prefixes = Prefixes.of(key.name(), general.name());
                all.computeIfAbsent(prefixes, ignored -> new ArrayList<>())
                        .add(key.name().substring(prefixes.part.length() + 1));
            }
        }
        return all;
    }

    /**
     * The prefixes of two keys with the same suffix.
     *
     * @param part the prefix with a part's name
     * @param general the prefix without it
     */
    private record Prefixes(String part, String general) {

        static Prefixes of(final String key, final String general) {
            int length = 0;
            for (int end = 1;
                    end < general.length() && key.endsWith(general.substring(general.length() - end));
                    end++) {
                if (general.charAt(general.length() - end) == '.') {
                    length = end;
                }
            }
            return new Prefixes(
                    key.substring(0, key.length() - length), general.substring(0, general.length() - length));
        }
    }

    /**
     * Returns the key without a part's name, such as {@code rest.port} for {@code rest.listeners.*.port}; null if no such key has the same
     * meaning.
     */
    private @Nullable ConfigurationKey general(final ConfigurationKey key) {
        for (int star = key.name().indexOf(".*."); star >= 0; star = key.name().indexOf(".*.", star + 1)) {
            final String shorter = key.name().substring(0, key.name().lastIndexOf('.', star - 1) + 1)
                    + key.name().substring(star + ".*.".length());
            for (final ConfigurationKey each : keys) {
                if (each.name().equals(shorter) && isSame(each, key)) {
                    final ConfigurationKey shortest = general(each);
                    return shortest == null ? each : shortest;
                }
            }
        }
        return null;
    }

    private static boolean isSame(final ConfigurationKey a, final ConfigurationKey b) {
        return !a.description().isEmpty()
                && a.description().equals(b.description())
                && a.type().equals(b.type())
                && a.defaultText().equals(b.defaultText());
    }

    private static String cell(final String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }

    /**
     * Inserts this table into a document.
     *
     * @param document Markdown with line feeds
     * @param name the name in the comment before the table
     * @return the same document with everything between the two comments replaced
     * @throws IllegalArgumentException if the document does not have both comments
     */
    public String insertedInto(final String document, final String name) {
        final String begin = "<!-- keys:begin " + name + " -->";
        final int from = document.indexOf(begin);
        final int to = document.indexOf("<!-- keys:end -->", Math.max(from, 0));
        if (from < 0 || to < 0) {
            throw new IllegalArgumentException(
                    "The document has no '" + begin + "' with a '<!-- keys:end -->' after it. Add both.");
        }
        return document.substring(0, from + begin.length()) + "\n\n" + markdown() + "\n" + document.substring(to);
    }
}
