package org.jzenith.dev.internal.proxy;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.jzenith.dev.internal.failure.Failure;
import org.jzenith.dev.internal.failure.FailurePage;

/** The answer to a request while the application does not run: a page for browsers, a problem or a text for others. */
public final class FailureAnswer {

    private static final String HTML = "text/html";
    private static final String PROBLEM = "application/problem+json";
    private static final String TEXT = "text/plain";

    private FailureAnswer() {}

    /**
     * Returns the bytes of a response.
     *
     * @param head the request line and the headers
     * @param failure the failure to report
     */
    static Buffer to(final String head, final Failure failure) {
        final String method = head.substring(0, Math.max(0, head.indexOf(' ')));
        final String type = type(headers(head, "accept"));
        final Buffer body = Buffer.buffer(
                switch (type) {
                    case HTML -> FailurePage.of(failure, method.equals("GET"));
                    case TEXT -> failure.text() + "\n";
                    default -> problem(failure);
                });
        final String headers = "Vary: Accept\r\n" + FailurePage.HEADER + ": " + failure.id() + "\r\n";
        return response("500 Internal Server Error", type, headers, method, body);
    }

    /**
     * Returns the response to a request for a host that is not allowed. It reveals nothing about the application.
     *
     * @param head the request line and the headers
     * @param hosts the allowed hosts
     */
    static Buffer toOtherHost(final String head, final AllowedHosts hosts) {
        final Buffer body = Buffer.buffer("The development mode does not respond to requests for this Host. Open"
                + " http://" + TcpProxy.reachable(hosts.configured()) + " with the same port"
                + ", or set rest.host to the name that clients use for this machine.\n");
        return response("421 Misdirected Request", TEXT, "", head.substring(0, Math.max(0, head.indexOf(' '))), body);
    }

    private static Buffer response(
            final String status, final String type, final String headers, final String method, final Buffer body) {
        final Buffer response = Buffer.buffer("HTTP/1.1 " + status + "\r\nContent-Type: " + type
                + (type.equals(PROBLEM) ? "" : "; charset=utf-8") + "\r\nContent-Length: " + body.length()
                + "\r\nCache-Control: no-store\r\n" + headers + "Connection: close\r\n\r\n");
        return method.equals("HEAD") ? response : response.appendBuffer(body);
    }

    /** Returns the values of a header, one for each line. */
    static List<String> headers(final String head, final String name) {
        return head.lines()
                .skip(1)
                .takeWhile(line -> !line.isEmpty())
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1))
                .toList();
    }

    public static boolean isForBrowser(final List<String> accept) {
        return type(accept).equals(HTML);
    }

    /** The type of the three that the client likes best; a problem when it has no preference. */
    private static String type(final List<String> accept) {
        double html = 0;
        double problem = 0;
        double text = 0;
        for (final String range : String.join(",", accept).split(",", -1)) {
            final String[] parts = range.trim().toLowerCase(Locale.ROOT).split("\\s*;\\s*", -1);
            final double quality = quality(parts);
            switch (parts[0]) {
                case HTML, "application/xhtml+xml" -> html = Math.max(html, quality);
                case PROBLEM, "application/json", "application/*", "*/*" -> problem = Math.max(problem, quality);
                case TEXT, "text/*" -> text = Math.max(text, quality);
                default -> {
                    if (parts[0].endsWith("+json")) {
                        problem = Math.max(problem, quality);
                    }
                }
            }
        }
        if (html > 0 && html >= problem && html >= text) {
            return HTML;
        }
        return text > problem ? TEXT : PROBLEM;
    }

    private static double quality(final String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            if (parts[i].startsWith("q=")) {
                try {
                    return Double.parseDouble(parts[i].substring(2));
                } catch (final NumberFormatException e) {
                    return 0;
                }
            }
        }
        return 1;
    }

    private static String problem(final Failure failure) {
        final JsonArray errors = new JsonArray();
        for (final Failure.Reason error : failure.reasons()) {
            final JsonObject each = new JsonObject();
            if (error.file() != null) {
                each.put("file", error.file());
            }
            if (error.line() > 0) {
                each.put("line", error.line());
            }
            if (error.column() > 0) {
                each.put("column", error.column());
            }
            errors.add(each.put("message", error.message()));
        }
        return new JsonObject()
                .put("type", "about:blank")
                .put("title", failure.title())
                .put("status", 500)
                .put("detail", failure.text())
                .put("errors", errors)
                .encode();
    }
}
