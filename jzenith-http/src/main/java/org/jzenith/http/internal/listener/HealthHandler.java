package org.jzenith.http.internal.listener;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.OpenByDefault;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.internal.listener.HealthReports.Check;
import org.jzenith.http.internal.listener.HealthReports.Report;
import org.jzenith.http.write.ResponseHead;

/**
 * Serves {@code /health} and the paths below it on a listener without Jakarta REST.
 *
 * @param reports the health of the application
 * @param readers the addresses of clients that may read why a check is down
 */
@OpenByDefault
record HealthHandler(HealthReports reports, Predicate<String> readers) implements RequestHandler {

    static final String PATH = "/health";

    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public Task task(final Exchange exchange) {
        return new HealthTask(exchange);
    }

    private @Nullable Single<Report> report(final String path, final boolean detailed) {
        return switch (path) {
            case "", "/ready" -> reports.ready(detailed);
            case "/live" -> Single.just(reports.live(detailed));
            case "/started" -> Single.just(reports.started(detailed));
            default -> null;
        };
    }

    private final class HealthTask implements Task {

        private final Exchange exchange;
        private volatile Disposable running = Disposables.empty();

        HealthTask(final Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void run() {
            final HttpMethod method = exchange.request().method();
            final Single<Report> report = report(
                    exchange.request().relativePath(),
                    readers.test(exchange.request().clientAddress()));
            if (report == null) {
                if (!exchange.tryRefuseUnknownPath()) {
                    exchange.response().sendProblem(404, null);
                }
            } else if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD)) {
                exchange.response().sendProblem(ResponseHead.of(405, Map.of("Allow", "GET, HEAD")), null);
            } else {
                running = report.subscribe(
                        made -> exchange.execute(() -> send(made)),
                        error -> exchange.execute(() -> exchange.fail(error)));
            }
        }

        private void send(final Report report) {
            final Map<String, String> headers = new LinkedHashMap<>();
            headers.put("Content-Type", "application/json");
            headers.put("Cache-Control", "no-store");
            if (report.httpStatus() != 200) {
                headers.put("Retry-After", "1");
            }
            exchange.response().send(ResponseHead.of(report.httpStatus(), headers), json(report));
        }

        @Override
        public void finished(final RequestContext context) {
            running.dispose();
        }
    }

    private static Buffer json(final Report report) {
        try (ByteArrayBuilder bytes = new ByteArrayBuilder();
                JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("status", report.status().name());
            json.writeArrayFieldStart("checks");
            for (final Check check : report.checks()) {
                json.writeStartObject();
                json.writeStringField("name", check.name());
                json.writeStringField("status", check.status().name());
                if (check.reason() != null) {
                    json.writeStringField("reason", check.reason());
                }
                if (check.took() != null) {
                    json.writeNumberField("took", check.took());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
            json.flush();
            return Buffer.buffer(bytes.toByteArray());
        } catch (final IOException e) {
            throw new UncheckedIOException("Writing to memory failed.", e);
        }
    }
}
