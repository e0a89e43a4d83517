package org.jzenith.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.Module;
import io.reactivex.Flowable;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** A plugin that brings WebSockets. */
final class ContributionTest {

    static final class Prices {

        @Inject
        Prices() {}

        String of(final String symbol) {
            return symbol + " 17";
        }
    }

    static final class PriceSocket implements WebSocketHandler {

        private final Prices prices;

        @Inject
        PriceSocket(final Prices prices) {
            this.prices = prices;
        }

        @Override
        public Flowable<WebSocketMessage> handle(final WebSocket socket) {
            return Flowable.just(
                    WebSocketMessage.text(prices.of(socket.handshake().pathParameter("symbol"))));
        }
    }

    record PricesPlugin(String listener) implements Plugin {

        @Override
        public String name() {
            return "prices";
        }

        @Override
        public Set<String> requires() {
            return Set.of("websocket", listener);
        }

        @Override
        public List<Module> modules() {
            return List.of(binder -> {
                binder.bind(Prices.class);
                WebSocketContribution.create()
                        .at("/prices/{symbol}", PriceSocket.class)
                        .at("/pulse", socket -> Flowable.just(WebSocketMessage.text("alive")))
                        .withSubprotocols("pulse.v1")
                        .onListenerOf(listener)
                        .bind(binder, name());
            });
        }
    }

    private static JZenith application(final PluginSource... plugins) {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(), RestPlugin.named("admin"))
                .withPlugins(plugins);
    }

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> application(WebSocketPlugin.create(), new PricesPlugin("rest")));

    @RegisterExtension
    static final JZenithExtension ADMIN = JZenithExtension.of(() ->
            application(WebSocketPlugin.create().at("/echo", WebSocket::messages), new PricesPlugin("rest.admin")));

    @Test
    void itsHandlersAreMadeByGuiceAndServed() {
        try (var socket = APP.http().webSocket("/prices/acme")) {
            assertThat(socket.next().text()).isEqualTo("acme 17");
        }
        try (var socket = APP.http().webSocket("/pulse", "pulse.v1")) {
            assertThat(socket.subprotocol()).isEqualTo("pulse.v1");
            assertThat(socket.next().text()).isEqualTo("alive");
        }
    }

    @Test
    void itMayChooseAnotherListenerThanThePathsOfTheApplication() {
        try (var socket = ADMIN.http("rest.admin").webSocket("/prices/acme")) {
            assertThat(socket.next().text()).isEqualTo("acme 17");
        }
        assertThat(ADMIN.http("rest").get("/prices/acme").status()).isEqualTo(404);
    }

    @Test
    void aPathThatTheApplicationHasTooIsReportedWithBothPlugins() {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> application(WebSocketPlugin.create().at("/pulse", WebSocket::messages), new PricesPlugin("rest"))
                        .withOverridingConfiguration("rest.port", 0)
                        .withOverridingConfiguration("rest.admin.port", 0)
                        .run()
                        .stop());
        assertThat(failure)
                .hasMessageContaining("/pulse")
                .hasMessageContaining("prices")
                .hasMessageContaining("websocket");
    }
}
