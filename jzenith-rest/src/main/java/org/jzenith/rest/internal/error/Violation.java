package org.jzenith.rest.internal.error;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A broken constraint of a request, described for the client.
 *
 * @param path the place in the request: {@code name}, {@code address.zip}, {@code query.limit}
 * @param message the reason
 * @param line the line of the body on which the invalid element starts, from 1, if each line is an element; otherwise 0
 */
public record Violation(String path, String message, long line) {

    /** A rule that is not about a line. */
    public Violation(final String path, final String message) {
        this(path, message, 0);
    }

    Map<String, Object> members() {
        final Map<String, Object> members = new LinkedHashMap<>();
        members.put("path", path);
        members.put("message", message);
        if (line > 0) {
            members.put("line", line);
        }
        return members;
    }
}
