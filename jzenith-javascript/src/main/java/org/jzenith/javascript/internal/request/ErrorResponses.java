package org.jzenith.javascript.internal.request;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Objects;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.http.write.ResponseHead;

/** Responds to errors of handlers with 500. In development mode, the response shows the error, as for a resource method. */
final class ErrorResponses {

    private static final int ERROR = 500;
    private static final Map<String, String> PAGE =
            Map.of("Content-Type", "text/html; charset=utf-8", "Cache-Control", "no-store");

    private final ScriptServer server;

    ErrorResponses(final ScriptServer server) {
        this.server = server;
    }

    void fail(final Exchange exchange, final Throwable error) {
        final DevelopmentSession development = server.development();
        if (development == null || exchange.hasBegunResponse()) {
            exchange.fail(error);
            return;
        }
        final ServerRequest request = exchange.request();
        final JsonObject problem = new JsonObject(Buffer.buffer(exchange.problem(error)));
        final DevelopmentSession.FailureReport report = development
                .report(
                        error,
                        problem.getString("id"),
                        request.method() + " " + Objects.requireNonNullElse(request.displayPath(), "request"),
                        request.headers().getAll("Host"),
                        request.headers().getAll("Accept"))
                .orElse(null);
        final String page = report == null ? null : report.page();
        if (page != null) {
            exchange.response().send(ResponseHead.of(ERROR, PAGE), Buffer.buffer(page));
            return;
        }
        if (report != null) {
            problem.put("stackTrace", report.stackTrace());
        }
        exchange.response().sendEncodedProblem(ERROR, problem.toBuffer().getBytes());
    }
}
