package org.jzenith.sql.driver;

import java.util.List;
import java.util.Map;

/**
 * The URLs of a database product: {@code scheme://user:password@host:port/database?parameter=value}.
 *
 * @param schemes without {@code ://}; messages name the first one
 * @param parameters the key of the setting, without prefix, by the name of the parameter: {@code tls.mode} by {@code sslmode}
 * @param example the longest form, for messages and without real values
 */
public record UrlFormat(List<String> schemes, Map<String, String> parameters, String example) {

    /** Copies the lists. */
    public UrlFormat {
        schemes = List.copyOf(schemes);
        parameters = Map.copyOf(parameters);
    }
}
