package org.jzenith.openapi;

import io.reactivex.schedulers.Schedulers;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jzenith.core.context.OpenByDefault;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.write.ResponseHead;

/** Serves the page and its files. */
@OpenByDefault
final class PageHandler implements RequestHandler {

    private final String path;
    private final PageFiles files;

    /**
     * Creates the handler.
     *
     * @param path the path of the page, which starts with a slash
     * @param document the path of the document, which starts with a slash
     */
    PageHandler(final String path, final String document) {
        this.path = path;
        this.files = new PageFiles("../"
                        .repeat((int) path.chars().filter(each -> each == '/').count())
                + document.substring(1));
    }

    /**
     * Returns true if the files of the page are on the class path.
     *
     * @return false without {@code org.webjars:swagger-ui}
     */
    static boolean isAvailable() {
        return PageFiles.isAvailable();
    }

    @Override
    public Task task(final Exchange exchange) {
        return () -> {
            final String asked = exchange.request().relativePath();
            final String name = asked.startsWith("/") ? asked.substring(1) : asked;
            if (!PageFiles.has(name)) {
                exchange.response().sendProblem(404, null);
            } else if (!exchange.request().method().equals(HttpMethod.GET)
                    && !exchange.request().method().equals(HttpMethod.HEAD)) {
                exchange.response().sendProblem(ResponseHead.of(405, Map.of("Allow", "GET, HEAD")), null);
            } else if (asked.isEmpty()) {
                // Relative, because a proxy may have removed a prefix.
                exchange.response()
                        .send(
                                ResponseHead.of(
                                        307, Map.of("Location", path.substring(path.lastIndexOf('/') + 1) + "/")),
                                Buffer.buffer());
            } else {
                send(exchange, name);
            }
        };
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the exchange is answered either way
    private void send(final Exchange exchange, final String name) {
        CompletableFuture.supplyAsync(() -> files.get(name), Schedulers.io()::scheduleDirect)
                .whenComplete((file, failure) -> exchange.execute(() -> {
                    if (failure == null) {
                        file.send(exchange);
                    } else {
                        exchange.fail(failure);
                    }
                }));
    }
}
