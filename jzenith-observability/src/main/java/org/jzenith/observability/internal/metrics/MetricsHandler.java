package org.jzenith.observability.internal.metrics;

import com.google.inject.Provider;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.write.ResponseHead;

/** Serves the metrics, in the text format that the client accepts. */
final class MetricsHandler implements RequestHandler {

    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;

    private final Provider<Scrapes> scrapes;

    /**
     * Creates it.
     *
     * @param scrapes made at the first request
     */
    MetricsHandler(final Provider<Scrapes> scrapes) {
        this.scrapes = scrapes;
    }

    @Override
    public Task task(final Exchange exchange) {
        return () -> answer(exchange);
    }

    private void answer(final Exchange exchange) {
        final HttpMethod method = exchange.request().method();
        if (!exchange.request().relativePath().isEmpty()) {
            exchange.response().sendProblem(NOT_FOUND, null);
        } else if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD)) {
            exchange.response().sendProblem(ResponseHead.of(NOT_ALLOWED, Map.of("Allow", "GET, HEAD")), null);
        } else {
            exchange.response().addVary(HttpHeaders.ACCEPT);
            final @Nullable String accepted = exchange.request().headers().get(HttpHeaders.ACCEPT);
            scrapes.get().send(ExpositionFormat.of(accepted), exchange);
        }
    }
}
