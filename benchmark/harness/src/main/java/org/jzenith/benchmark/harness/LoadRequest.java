package org.jzenith.benchmark.harness;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request of a test, always the same.
 *
 * @param status the status of the answer
 * @param filler the length of a body that holds nothing but one letter; 0 if there is none
 */
record LoadRequest(
        String method,
        String path,
        Map<String, String> headers,
        @Nullable String body,
        int status,
        Protocol protocol,
        int filler) {

    /** The last status that wrk does not count as an error. */
    private static final int LAST_GOOD = 399;

    private static final char FILLER = 'x';

    static LoadRequest get(final String path) {
        return new LoadRequest("GET", path, Map.of(), null, 200, Protocol.HTTP_1, 0);
    }

    static LoadRequest postJson(final String path, final String body) {
        return new LoadRequest("POST", path, Map.of("Content-Type", "application/json"), body, 200, Protocol.HTTP_1, 0);
    }

    static LoadRequest upload(final String path, final int bytes) {
        return new LoadRequest(
                "POST", path, Map.of("Content-Type", "application/octet-stream"), null, 200, Protocol.HTTP_1, bytes);
    }

    LoadRequest over(final Protocol other) {
        return new LoadRequest(method, path, headers, body, status, other, filler);
    }

    LoadRequest withHeader(final String name, final String value) {
        final Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new LoadRequest(method, path, Collections.unmodifiableMap(more), body, status, protocol, filler);
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
        return new LoadRequest(method, other, headers, body, status, protocol, filler);
    }

    LoadRequest withBody(final String other) {
        return new LoadRequest(method, path, headers, other, status, protocol, filler);
    }

    LoadRequest answered(final int other) {
        return new LoadRequest(method, path, headers, body, other, protocol, filler);
    }

    HttpRequest to(final Contestant contestant) {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(contestant.url(protocol, path)))
                .version(protocol.versionForAnswers())
                .method(method, publisher());
        headers.forEach(request::header);
        return request.build();
    }

    private HttpRequest.BodyPublisher publisher() {
        if (filler > 0) {
            final byte[] bytes = new byte[filler];
            Arrays.fill(bytes, (byte) FILLER);
            return HttpRequest.BodyPublishers.ofByteArray(bytes);
        }
        return body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
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
        if (filler > 0) {
            script.append("wrk.body = string.rep(\"" + FILLER + "\", ")
                    .append(filler)
                    .append(")\n");
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
