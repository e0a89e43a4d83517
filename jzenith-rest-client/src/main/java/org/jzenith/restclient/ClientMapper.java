package org.jzenith.restclient;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Injector;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;
import org.jzenith.json.Json;

/**
 * The mapper of all clients: the application's, or one like it if the application has no listener, and so no JSON of its own. It is
 * made at the first use.
 */
@Singleton
final class ClientMapper implements Provider<ObjectMapper> {

    private final Injector injector;
    private @Nullable ObjectMapper mapper;

    @Inject
    ClientMapper(final Injector injector) {
        this.injector = injector;
    }

    @Override
    public synchronized ObjectMapper get() {
        ObjectMapper known = mapper;
        if (known == null) {
            known = Json.mapper(injector);
            mapper = known;
        }
        return known;
    }
}
