package org.jzenith.tracing.observer;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import com.google.inject.Provides;
import jakarta.inject.Singleton;
import org.jzenith.tracing.span.Traces;
import org.jzenith.websocket.WebSocketEvent;

/** Binds the observers of messages; loaded only by an application with WebSockets. */
final class MessageModule extends AbstractModule {

    /** Returns true if the application has WebSockets on its class path. */
    static boolean isUsable() {
        try {
            Class.forName("org.jzenith.websocket.WebSocketEvent", false, MessageModule.class.getClassLoader());
            return true;
        } catch (final ClassNotFoundException e) {
            return false;
        }
    }

    @Override
    protected void configure() {
        final Provider<MessageSpans> messages = getProvider(MessageSpans.class);
        SpanObservers.bind(binder(), WebSocketEvent.Received.class, messages, MessageSpans::received);
        SpanObservers.bind(binder(), WebSocketEvent.Handled.class, messages, MessageSpans::handled);
    }

    @Provides
    @Singleton
    static MessageSpans messageSpans(final Traces traces) {
        return new MessageSpans(traces);
    }
}
