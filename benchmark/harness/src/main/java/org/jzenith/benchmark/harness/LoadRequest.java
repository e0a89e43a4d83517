package org.jzenith.benchmark.harness;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request of a test, always the same.
 *
 * @param status of the answer
 */
record LoadRequest(
        String method,
        String path,
        Map<String, String> headers,
        @Nullable String body,
        int status) {

    /** The last status that wrk does not count as an error. */
    private static final int LAST_GOOD = 399;

    static LoadRequest get(final String path) {
        return new LoadRequest("GET", path, Map.of(), null, 200);
    }

    static LoadRequest postJson(final String path, final String body) {
        return new LoadRequest("POST", path, Map.of("Content-Type", "application/json"), body, 200);
    }

    LoadRequest withHeader(final String name, final String value) {
        final Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new LoadRequest(method, path, Collections.unmodifiableMap(more), body, status);
    }

    /** One in each line. */
    LoadRequest withHeaders(final String lines) {
        LoadRequest more = this;
        for (final String line : lines.lines().toList()) {
            final int colon = line.indexOf(": ");
            more = more.withHeader(line.substring(0, colon), line.substring(colon + 2));
        }
        return more;
    }

    LoadRequest withPath(final String other) {
        return new LoadRequest(method, other, headers, body, status);
    }

    LoadRequest answered(final int other) {
        return new LoadRequest(method, path, headers, body, other);
    }

    HttpRequest to(final Contestant contestant) {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(contestant.url(path)))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return request.build();
    }

    /** The first lines of a script of wrk. */
    String lua() {
        final StringBuilder script = new StringBuilder();
        script.append("wrk.method = ").append(quoted(method)).append('\n');
        headers.forEach((name, value) -> script.append("wrk.headers[")
                .append(quoted(name))
                .append("] = ")
                .append(quoted(value))
                .append('\n'));
        if (body != null) {
            script.append("wrk.body = ").append(quoted(body)).append('\n');
        }
        return script.append("local errors_expected = ")
                .append(status > LAST_GOOD)
                .append('\n')
                .toString();
    }

    private static String quoted(final String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
