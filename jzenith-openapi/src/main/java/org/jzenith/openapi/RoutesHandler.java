package org.jzenith.openapi;

import com.google.inject.Injector;
import com.google.inject.Provider;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import java.util.stream.Collectors;
import org.jzenith.core.Endpoints;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.rest.pipeline.ResourceMethods;

/** Serves the tables of resource methods of all listeners, in the format of {@code --routes}. */
final class RoutesHandler implements RequestHandler {

    private static final Map<String, String> HEADERS =
            Map.of("Content-Type", "text/plain; charset=utf-8", "Cache-Control", "no-cache");

    private final Provider<Injector> injector;

    RoutesHandler(final Provider<Injector> injector) {
        this.injector = injector;
    }

    @Override
    public Task task(final Exchange exchange) {
        return () -> {
            final HttpMethod method = exchange.request().method();
            if (!exchange.request().relativePath().isEmpty()) {
                exchange.response().sendProblem(404, null);
            } else if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD)) {
                exchange.response().sendProblem(ResponseHead.of(405, Map.of("Allow", "GET, HEAD")), null);
            } else {
                exchange.response().send(ResponseHead.of(200, HEADERS), Buffer.buffer(text(injector.get())));
            }
        };
    }

    private static String text(final Injector objects) {
        return ListenerName.all(objects.getInstance(Endpoints.class)).stream()
                .flatMap(listener ->
                        ResourceMethods.of(objects, listener)
                                .map(methods -> listener + "\n\n" + methods + "\n")
                                .stream())
                .collect(Collectors.joining("\n"));
    }
}
