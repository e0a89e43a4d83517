package org.jzenith.core.state;

import com.google.errorprone.annotations.CheckReturnValue;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.internal.start.BuilderOrigin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For plugins: short-lived state that all instances of an application share. By default, and in an application with one instance, it is in the
 * memory of this instance; {@code jzenith.shared-state} names a store instead. {@code jzenith.shared-state-name} keeps applications with the same
 * store apart.
 *
 * <pre>{@code
 * SharedCounts failures = state.counts("failures", 10_000, Duration.ofMinutes(1));
 *
 * Single<Long> fail(String user) {
 *     return failures.add(List.of(user)).map(counts -> counts.get(0).value());
 * }
 * }</pre>
 *
 * <p>In memory, the returned types complete on the thread that subscribes. With a store, they complete on the subscriber's event loop, and fail
 * with the store's error, which is {@link org.jzenith.core.problem.TemporarilyUnavailable} while the store is unavailable. Safe for use by
 * many threads.
 */
@CheckReturnValue
@Singleton
public final class SharedState {

    /** The value of {@code jzenith.shared-state} for the memory of each instance, without a store. */
    public static final String MEMORY = "memory";

    private static final Logger LOGGER = LoggerFactory.getLogger(SharedState.class);

    private static final Pattern NAME = Pattern.compile("[a-z0-9-]+");

    private final @Nullable SharedStateStore store;

    /** The name of the application, which keeps its state apart from that of other applications in the same store. */
    private final String application;

    /** Startup fails if no plugin has the store that the settings name. */
    @Inject
    private SharedState(
            final JZenithConfiguration settings, final BuilderOrigin origin, final Set<SharedStateStore> stores) {
        this(
                stores.stream()
                        .filter(each -> each.name().equals(settings.sharedState()))
                        .findFirst()
                        .orElse(null),
                settings.sharedStateName().orElseGet(origin::madeByName));
        if (store != null) {
            LOGGER.info("The instances of '{}' share state in the store '{}'.", application, store.name());
        }
    }

    private SharedState(final @Nullable SharedStateStore store, final String application) {
        this.store = store;
        this.application = application;
    }

    /**
     * Creates state in the memory of this instance, whatever the settings say.
     *
     * @return state of this instance alone
     */
    public static SharedState inMemory() {
        return new SharedState(null, "");
    }

    /**
     * Returns the name of the application, which is the same in all instances.
     *
     * @return {@code jzenith.shared-state-name}, by default the class that created the application; may be empty
     */
    public String application() {
        return application;
    }

    /**
     * Returns the name of the store.
     *
     * @return {@link #MEMORY} if there is none
     */
    public String store() {
        return store == null ? MEMORY : store.name();
    }

    /**
     * Returns values of one kind.
     *
     * @param name lower-case letters, digits and hyphens; unique for this kind, and the same in all instances
     * @param maxEntries the maximum number of values in memory; at least the most recently used half of them is kept. A store keeps all
     *     values
     * @param lifetime the time after which a value is gone
     * @param format the format of the values in a store; not used in memory
     * @param <T> the type of the values
     * @return the values
     */
    public <T> SharedValues<T> values(
            final String name, final int maxEntries, final Duration lifetime, final ValueFormat<T> format) {
        check(name);
        return store == null
                ? new MemoryValues<>(maxEntries, lifetime)
                : new StoredValues<>(store, new StoredKeys(application, name), lifetime, format);
    }

    /**
     * Returns counts of one kind.
     *
     * @param name lower-case letters, digits and hyphens; unique for this kind, and the same in all instances
     * @param maxEntries the maximum number of counts in memory; at least the most recently used half of them is kept. A store keeps all
     *     counts
     * @param window the time after which a count restarts from 0, measured from the first addition
     * @return the counts
     */
    public SharedCounts counts(final String name, final int maxEntries, final Duration window) {
        check(name);
        return store == null
                ? new MemoryCounts(maxEntries, window)
                : new StoredCounts(store, new StoredKeys(application, name), window);
    }

    private static void check(final String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "Shared state cannot have the name '" + name + "'. Use lower-case letters, digits and hyphens.");
        }
    }
}
