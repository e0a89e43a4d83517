package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestWebSocket;
import org.jzenith.websocket.WebSocketPlugin;

/** The plugin of the page about plugins that brings a WebSocket. */
final class PricesPluginTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(), WebSocketPlugin.create(), new PricesPlugin()));

    @Test
    void aClientGetsPrices() {
        try (TestWebSocket socket = APP.http().webSocket("/prices/acme")) {
            assertThat(socket.next().text()).startsWith("acme 1");
        }
    }

    @Test
    void withoutWebSocketsItDoesNotStart() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(RestPlugin.withResources(), new PricesPlugin())
                        .run()
                        .stop())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("websocket");
    }
}
