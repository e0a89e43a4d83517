package org.jzenith.benchmark.baseline;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/** A problem, in the fields of RFC 9457. */
record Problem(
        String type,
        String title,
        int status,
        String detail,
        String instance,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Violation> violations) {

    record Violation(String path, String message) {}

    static Problem notFound(final String detail, final String path) {
        return of(404, "Not Found", detail, path);
    }

    static Problem of(final int status, final String title, final String detail, final String path) {
        return new Problem("about:blank", title, status, detail, path, List.of());
    }

    static Problem invalid(final List<Violation> violations, final String path) {
        return new Problem(
                "about:blank", "Bad Request", 400, "The request is invalid. See 'violations'.", path, violations);
    }
}
