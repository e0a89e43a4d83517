package org.jzenith.core.internal.configuration.source;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One value as it is written in a source.
 *
 * @param value the text, expressions not yet resolved
 * @param origin the source, as an operator knows it
 */
public record Setting(String value, String origin) {

    /**
     * Writes a list as one text.
     *
     * @param elements the elements as text
     * @return them with commas between; commas inside are escaped
     */
    public static String joined(final List<String> elements) {
        return elements.stream()
                .map(element -> element.replace("\\", "\\\\").replace(",", "\\,"))
                .collect(Collectors.joining(","));
    }
}
