package org.jzenith.json;

import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.spi.ProviderKeyBinding;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.json.internal.configuration.JsonConfiguration;

/** The one mapper. */
final class JsonBindings extends AbstractModule {

    @Override
    protected void configure() {
        bind(Mapper.class);
        bind(ObjectMapper.class).toProvider(Mapper.class);
    }

    /** Returns true if the application binds Jackson modules or its own mapper. */
    static boolean isAdjusted(final Injector injector) {
        return !injector.getInstance(new Key<Set<Module>>() {}).isEmpty()
                || !(injector.getBinding(ObjectMapper.class) instanceof final ProviderKeyBinding<?> bound)
                || !bound.getProviderKey().equals(Key.get(Mapper.class));
    }

    /** Creates the mapper on first use: an application without JSON never loads most of Jackson. */
    @Singleton
    static final class Mapper implements Provider<ObjectMapper> {

        private final JsonConfiguration configuration;
        private final Set<Module> modules;
        private @Nullable ObjectMapper mapper;

        @Inject
        private Mapper(final JsonConfiguration configuration, final Set<Module> modules) {
            this.configuration = configuration;
            this.modules = modules;
        }

        @Override
        public synchronized ObjectMapper get() {
            if (mapper == null) {
                mapper = DefaultMapper.of(configuration, modules);
            }
            return mapper;
        }
    }
}
