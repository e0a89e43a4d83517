package org.jzenith.sql.driver;

import java.util.List;
import java.util.Map;

/**
 * The URLs of a database product: {@code scheme://user:password@host:port/database?parameter=value}.
 *
 * @param schemes without {@code ://}; messages name the first one
 * @param parameters maps the name of a URL's parameter to the key of its setting without prefix, such as {@code sslmode} to {@code
 *     tls.mode}
 * @param words the settings that only this product has: maps the key of each to its possible values; {@link DatabaseAddress#parameters}
 *     has the values from a URL
 * @param example a URL with all parts, for messages; without real values
 */
public record UrlFormat(
        List<String> schemes, Map<String, String> parameters, Map<String, List<String>> words, String example) {

    /** Copies the collections. */
    public UrlFormat {
        schemes = List.copyOf(schemes);
        parameters = Map.copyOf(parameters);
        words = Map.copyOf(words);
    }
}
