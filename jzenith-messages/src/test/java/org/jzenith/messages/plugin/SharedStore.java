package org.jzenith.messages.plugin;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.internal.memory.MemoryLogStore;
import org.jzenith.messages.log.LogEngine;

/** The engine {@code shared}, whose memory outlives an application, so that several have the same messages. */
final class SharedStore extends AbstractModule {

    private final LogStore store = new MemoryLogStore("shared");

    @Override
    protected void configure() {
        final Provider<Vertx> vertx = getProvider(Vertx.class);
        MessageEngine.binder(binder())
                .addBinding()
                .toProvider(() -> LogEngine.of(store, vertx.get()))
                .in(Singleton.class);
    }
}
