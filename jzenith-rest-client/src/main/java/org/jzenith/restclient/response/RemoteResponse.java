package org.jzenith.restclient.response;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A response with its status and headers. A method that returns {@code Single<RemoteResponse<Article>>} reads the body of a success as an
 * {@code Article}; an error status fails the call, as it does with other return types. Immutable.
 *
 * @param status the status
 * @param headers the values of each header, by its lower-case name
 * @param content the body; null if the response has none
 * @param <T> the type of the body
 */
public record RemoteResponse<T>(
        int status,
        Map<String, List<String>> headers,
        @Nullable T content) {

    /**
     * Finds a header.
     *
     * @param name in any case
     * @return its first value; empty if there is none
     */
    public Optional<String> header(final String name) {
        final List<String> values = headers.get(name.toLowerCase(Locale.ROOT));
        return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
    }

    /**
     * Returns the body.
     *
     * @return empty if the response has none
     */
    public Optional<T> body() {
        return Optional.ofNullable(content);
    }
}
