package org.jzenith.rest.internal.limit;

import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.limit.NamedRateLimitStore;
import org.jzenith.core.limit.RateLimitStore;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Selects the store of a listener's rate limits: this instance's memory, that of a plugin, or the one that the application binds. */
final class RateLimitStores {

    /** The name of the store that no plugin brings. */
    static final String MEMORY = "memory";

    private static final Logger LOGGER = LoggerFactory.getLogger(RateLimitStores.class);

    private static final String SETTING = "rest.rate-limit.store";

    private final RateLimitConfiguration settings;
    private final Configuration configuration;
    private final Set<NamedRateLimitStore> stores;
    private final CountedWarning fallbacks;

    @Inject
    private RateLimitStores(
            final RateLimitConfiguration settings,
            final Configuration configuration,
            final Set<NamedRateLimitStore> stores) {
        this.settings = settings;
        this.configuration = configuration;
        this.stores = stores;
        this.fallbacks = new CountedWarning(
                LOGGER,
                "A request was counted in the memory of this instance, which grants "
                        + "its share of the permits of @RateLimit, because "
                        + configuration.key(SETTING) + "=" + settings.store() + " failed.");
    }

    /** Returns the number of requests that were counted in memory because the shared store failed. */
    Gauge fallbacks() {
        return Gauge.ofTotal("rest.rate-limit-fallbacks", "requests", fallbacks::total);
    }

    /**
     * Returns the store that the application binds or {@code rest.rate-limit.store} names.
     *
     * @throws StartException if no plugin has the store, or the setting and the application name different ones
     */
    RateLimitStore selected(final Injector injector) {
        final RateLimitStore own = bound(injector, RateLimitStore.class);
        final String name = settings.store();
        if (name.equals(MEMORY)) {
            return own == null ? this::memory : own;
        }
        final String origin = configuration.origin(SETTING).orElse(SETTING);
        if (own != null) {
            throw new StartException(
                    StartProblem.of(SETTING + " is '" + name + "', but the application binds its own RateLimitStore.")
                            .from(origin)
                            .remedy("Remove the setting or the binding."));
        }
        final RateLimitStore shared = stores.stream()
                .filter(each -> each.name().equals(name))
                .map(NamedRateLimitStore::store)
                .findFirst()
                .orElseThrow(() -> new StartException(MissingPlugins.problem(
                        SETTING,
                        name,
                        origin,
                        Stream.concat(Stream.of(MEMORY), stores.stream().map(NamedRateLimitStore::name))
                                .toList())));
        return (limit, permits, time) -> new SharedRates(
                shared.counter(qualified(limit), permits, time), memory(limit, permits, time), fallbacks);
    }

    /** Listeners with the same resource class count by themselves, as they do in memory. */
    private String qualified(final String limit) {
        return configuration.qualifier().isEmpty() ? limit : configuration.qualifier() + "/" + limit;
    }

    private RequestRates memory(final String limit, final long permits, final Duration time) {
        return new RequestRates(permits, time, settings.maxKeys(), System::nanoTime);
    }

    static <T> @Nullable T bound(final Injector injector, final Class<T> type) {
        final Binding<T> bound = injector.getExistingBinding(Key.get(type));
        return bound == null ? null : bound.getProvider().get();
    }
}
