package org.jzenith.sql.driver;

import java.util.List;
import java.util.Map;

/**
 * The URLs of a database product: {@code scheme://user:password@host:port/database?parameter=value}.
 *
 * @param schemes without {@code ://}; messages name the first one
 * @param parameters the key of the setting, without prefix, by the name of the parameter: {@code tls.mode} by {@code sslmode}
 * @param words the values that each setting of this product alone can have, by its key; {@link DatabaseAddress#parameters} has those of a
 *     URL
 * @param example the longest form, for messages and without real values
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
