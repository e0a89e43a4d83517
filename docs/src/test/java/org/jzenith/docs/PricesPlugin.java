package org.jzenith.docs;

import com.google.inject.Module;
import io.reactivex.Flowable;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.Plugin;
import org.jzenith.websocket.WebSocket;
import org.jzenith.websocket.WebSocketContribution;
import org.jzenith.websocket.WebSocketHandler;
import org.jzenith.websocket.WebSocketMessage;

/** Sends prices to clients. */
public final class PricesPlugin implements Plugin {

    static final class PriceSocket implements WebSocketHandler {

        @Inject
        PriceSocket() {}

        @Override
        public Flowable<WebSocketMessage> handle(final WebSocket socket) {
            final String symbol = socket.handshake().pathParameter("symbol");
            return Flowable.interval(0, 100, TimeUnit.MILLISECONDS)
                    .onBackpressureLatest()
                    .map(tick -> WebSocketMessage.text(symbol + " " + (100 + tick)));
        }
    }

    /** Creates the plugin. */
    public PricesPlugin() {}

    @Override
    public String name() {
        return "prices";
    }

    // region contribution
    @Override
    public Set<String> requires() {
        return Set.of("websocket");
    }

    @Override
    public List<Module> modules() {
        return List.of(binder -> WebSocketContribution.create()
                .at("/prices/{symbol}", PriceSocket.class)
                .bind(binder, name()));
    }
    // endregion
}
