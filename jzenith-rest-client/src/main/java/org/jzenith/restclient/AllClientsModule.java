package org.jzenith.restclient;

import com.google.inject.Binder;
import com.google.inject.Module;
import com.google.inject.Provider;
import com.google.inject.Provides;
import jakarta.inject.Singleton;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.internal.limit.HeapShares;
import org.jzenith.core.internal.limit.ResponseBudget;
import org.jzenith.core.observe.Gauge;
import org.jzenith.restclient.internal.configuration.AllClientsConfiguration;

/** Binds the objects that all clients share. It is a record, so that Guice installs it only once. */
record AllClientsModule() implements Module {

    private static final int PART_OF_HEAP = 4;

    @Override
    public void configure(final Binder binder) {
        binder.bind(ClientMapper.class);
        final Provider<ResponseBudget> budget = binder.getProvider(ResponseBudget.class);
        Gauge.binder(binder)
                .addBinding()
                .toInstance(Gauge.of(
                                "rest-client.buffered-responses",
                                "bytes",
                                () -> budget.get().held())
                        .withLimit(() -> budget.get().limit()));
    }

    @Provides
    @Singleton
    static ResponseBudget budget(final AllClientsConfiguration settings, final HeapShares heap) {
        return new ResponseBudget(settings.maxBufferedResponses()
                .map(DataSize::bytes)
                .orElseGet(() -> heap.share("rest-client", PART_OF_HEAP)));
    }
}
