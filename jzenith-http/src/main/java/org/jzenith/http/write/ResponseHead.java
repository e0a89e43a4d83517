package org.jzenith.http.write;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Status and headers of a response, created by a handler. */
public interface ResponseHead {

    /**
     * Returns the status.
     *
     * @return a status from 200 to 999
     */
    int status();

    /**
     * Returns the headers. Headers that frame the message (RFC 9112, 6) are ignored, because the server sets them.
     *
     * @return values by name
     */
    Map<String, List<Object>> headers();

    /**
     * Formats a header value.
     *
     * @param value the value of a header
     * @return the text to send
     */
    default String headerText(final Object value) {
        return value.toString();
    }

    /**
     * Returns the announced Retry-After of a refusal.
     *
     * @return seconds; 0 if this is not a refusal
     */
    default long retryAfterSeconds() {
        return 0;
    }

    /**
     * Creates a head from a status and headers.
     *
     * @param status from 200 to 999
     * @param headers the values by name
     * @return the head of one response
     */
    static ResponseHead of(final int status, final Map<String, String> headers) {
        final Map<String, List<Object>> all = new LinkedHashMap<>();
        headers.forEach((name, value) -> all.put(name, List.of(value)));
        return new ResponseHead() {
            @Override
            public int status() {
                return status;
            }

            @Override
            public Map<String, List<Object>> headers() {
                return all;
            }
        };
    }
}
