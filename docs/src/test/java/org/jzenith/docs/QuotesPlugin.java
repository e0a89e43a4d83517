package org.jzenith.docs;

import com.google.inject.Module;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jzenith.core.Plugin;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.handler.MountRoute;
import org.jzenith.http.handler.MountRoutes;
import org.jzenith.http.write.ResponseHead;

/** Serves the prices of shares by routes of its own, on the listener of {@code RestPlugin}. */
public final class QuotesPlugin implements Plugin {

    private final Map<String, String> prices = new ConcurrentHashMap<>(Map.of("acme", "17.50"));

    /** Creates the plugin. */
    public QuotesPlugin() {}

    /** A route, and what responds to its requests. */
    private record Quote(MountPart part, BiConsumer<Exchange, String> response) {

        static Quote of(final MountRoute route, final BiConsumer<Exchange, String> response) {
            return new Quote(new MountPart("/quotes/{symbol}", QuotesPlugin.class, route), response);
        }
    }

    @Override
    public String name() {
        return "quotes";
    }

    @Override
    public Set<String> requires() {
        return Set.of("rest");
    }

    // region mount
    @Override
    public List<Module> modules() {
        final MountRoutes<Quote> routes = MountRoutes.of(
                "/quotes",
                List.of(
                        Quote.of(
                                MountRoute.of(HttpMethod.GET)
                                        .permittingAll()
                                        .withSummary(
                                                "Returns the price of a share.")
                                        .withResponse(200, "{\"type\":\"number\"}"),
                                this::price),
                        Quote.of(
                                MountRoute.of(HttpMethod.DELETE)
                                        .withRoles(Set.of("broker")),
                                this::remove)),
                Quote::part);
        final HttpMount mount = HttpMount.at(
                        "/quotes",
                        name(),
                        exchange -> routes.task(
                                exchange,
                                found -> () -> found.handler()
                                        .response()
                                        .accept(
                                                exchange,
                                                found.pathParameters()
                                                        .get("symbol"))))
                .withParts(routes.parts());
        return List.of(
                binder -> HttpMount.binder(binder).addBinding().toInstance(mount));
    }
    // endregion

    private void price(final Exchange exchange, final String symbol) {
        final String price = prices.get(symbol);
        if (price == null) {
            exchange.response().sendProblem(404, null);
        } else {
            exchange.response().send("application/json", Buffer.buffer(price));
        }
    }

    private void remove(final Exchange exchange, final String symbol) {
        prices.remove(symbol);
        exchange.response().send(ResponseHead.of(204, Map.of()), Buffer.buffer());
    }
}
