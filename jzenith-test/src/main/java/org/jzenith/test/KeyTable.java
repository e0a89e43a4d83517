package org.jzenith.test;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.configuration.ConfigurationKey;

/**
 * For plugins: writes a table of settings in Markdown and compares a document with it.
 *
 * <p>A document carries the table between two comments, {@code <!-- keys:begin NAME -->} and {@code <!-- keys:end -->}.
 * A test compares {@link #insertedInto} with the document itself:
 *
 * <pre>{@code
 * final String document = Files.readString(file);
 * assertThat(KeyTable.of(List.of(RestConfiguration.class)).insertedInto(document, "rest")).isEqualTo(document);
 * }</pre>
 *
 * <p>The key of a part that means the same as a key without the part refers to it: {@code rest.listeners.*.host} is "As
 * {@code rest.host}".
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
     * @return the table, in the order of the keys' names
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
        for (final ConfigurationKey key : keys) {
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
            table.append(" | ").append(cell(description(key))).append(" |\n");
        }
        return table.toString();
    }

    /** Returns a reference if a key without a part's name means the same, so that the table does not repeat itself. */
    private String description(final ConfigurationKey key) {
        final ConfigurationKey general = general(key);
        return general == null ? key.description() : "As `" + general.name() + "`.";
    }

    /** Returns the key without any part's name, such as {@code rest.port} for {@code rest.listeners.*.port}; null if none means the same. */
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
