package org.jzenith.tracing;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import jakarta.inject.Singleton;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.websocket.WebSocketEvent;

/** Binds the observers of WebSocket messages. Loaded only if the application has WebSockets. */
final class MessageModule extends AbstractModule {

    /** Returns true if the application has WebSockets on its class path. */
    static boolean isUsable() {
        return MissingPlugins.isPresent("org.jzenith.websocket.WebSocketEvent", MessageModule.class);
    }

    @Override
    protected void configure() {
        bind(MessageSpans.class).in(Singleton.class);
        final Provider<MessageSpans> messages = getProvider(MessageSpans.class);
        SpanObservers.bind(binder(), WebSocketEvent.Received.class, messages, MessageSpans::received);
        SpanObservers.bind(binder(), WebSocketEvent.Handled.class, messages, MessageSpans::handled);
    }
}
