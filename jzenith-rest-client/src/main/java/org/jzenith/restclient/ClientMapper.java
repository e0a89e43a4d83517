package org.jzenith.restclient;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.base.Suppliers;
import com.google.inject.Injector;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.util.function.Supplier;
import org.jzenith.json.Json;

/**
 * The {@code ObjectMapper} of all clients: the application's, or a similar one if the application has no listener and therefore no JSON
 * settings. It is created on first use.
 */
@Singleton
final class ClientMapper implements Provider<ObjectMapper> {

    private final Supplier<ObjectMapper> mapper;

    @Inject
    ClientMapper(final Injector injector) {
        this.mapper = Suppliers.memoize(() -> Json.mapper(injector));
    }

    @Override
    public ObjectMapper get() {
        return mapper.get();
    }
}
