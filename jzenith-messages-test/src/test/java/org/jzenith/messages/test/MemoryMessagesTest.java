package org.jzenith.messages.test;

import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import org.jzenith.core.JZenith;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.internal.memory.MemoryLogStore;
import org.jzenith.messages.log.LogEngine;

/** The contract of applications over memory that two of them share. */
final class MemoryMessagesTest extends MessagesContract {

    private final LogStore store = new MemoryLogStore("shared");

    @Override
    protected String engine() {
        return store.name();
    }

    @Override
    protected JZenith with(final JZenith application) {
        return application.withModules(binder -> {
            final var vertx = binder.getProvider(Vertx.class);
            MessageEngine.binder(binder)
                    .addBinding()
                    .toProvider(() -> LogEngine.of(store, vertx.get()))
                    .in(Singleton.class);
        });
    }
}
