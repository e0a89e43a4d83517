package org.jzenith.openapi;

import io.reactivex.schedulers.Schedulers;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.OpenByDefault;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.write.ResponseHead;

/** Serves the document. It is created on a worker thread. */
@OpenByDefault
final class DocumentHandler implements RequestHandler {

    private final DocumentOfListener document;
    private final DocumentFormat format;
    private @Nullable CompletableFuture<TaggedContent> written;

    DocumentHandler(final DocumentOfListener document, final DocumentFormat format) {
        this.document = document;
        this.format = format;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the exchange is answered either way
    public Task task(final Exchange exchange) {
        return () -> {
            final HttpMethod method = exchange.request().method();
            if (!exchange.request().relativePath().isEmpty()) {
                exchange.response().sendProblem(404, null);
            } else if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD)) {
                exchange.response().sendProblem(ResponseHead.of(405, Map.of("Allow", "GET, HEAD")), null);
            } else {
                written()
                        .whenComplete((made, failure) -> exchange.execute(() -> {
                            if (failure == null) {
                                send(exchange, made);
                            } else {
                                exchange.fail(failure.getCause() == null ? failure : failure.getCause());
                            }
                        }));
            }
        };
    }

    private void send(final Exchange exchange, final TaggedContent made) {
        final Map<String, String> headers =
                Map.of("Content-Type", format.mediaType(), "ETag", made.tag(), "Cache-Control", "no-cache");
        final String known = exchange.request().headers().get("If-None-Match");
        if (known != null && (known.contains(made.tag()) || known.strip().equals("*"))) {
            exchange.response().send(ResponseHead.of(304, headers), Buffer.buffer());
        } else {
            exchange.response().send(ResponseHead.of(200, headers), made.content());
        }
    }

    /** Returns the document. After a failure, the next request tries again. */
    private synchronized CompletableFuture<TaggedContent> written() {
        if (written == null || written.isCompletedExceptionally() || !document.isKept()) {
            written = CompletableFuture.supplyAsync(this::write, Schedulers.io()::scheduleDirect);
        }
        return written;
    }

    private TaggedContent write() {
        return TaggedContent.of(format.write(document.get()).getBytes(StandardCharsets.UTF_8));
    }
}
