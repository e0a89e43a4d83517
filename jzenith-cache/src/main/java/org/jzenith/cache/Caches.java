package org.jzenith.cache;

import com.fasterxml.jackson.core.type.TypeReference;
import com.google.errorprone.annotations.CheckReturnValue;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jzenith.cache.internal.load.CacheOptions;
import org.jzenith.cache.internal.load.CacheRuntime;

/**
 * Creates caches, in the constructor of a service:
 *
 * <pre>{@code
 * @Inject
 * Products(Caches caches, ProductTable table) {
 *     this.products = caches.of("products", Product.class).expiringAfter(Duration.ofMinutes(10));
 *     this.table = table;
 * }
 * }</pre>
 *
 * <p>Injectable where the application has {@link CachePlugin}. Safe for use by many threads.
 */
@CheckReturnValue
public final class Caches {

    private final CacheRuntime runtime;

    Caches(final CacheRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Creates a cache, or another view of the one with this name.
     *
     * @param name lower-case letters, digits and hyphens; its settings are {@code cache.NAME.max-entries} and so on
     * @param type the class of the values, which Jackson writes and reads
     * @param <T> the class of the values
     * @return a cache with the times of {@code cache.*}
     * @throws IllegalStateException if the cache has another type already
     */
    public <T> Cache<T> of(final String name, final Class<T> type) {
        runtime.register(name, type);
        return new Cache<>(runtime, name, CacheOptions.NONE);
    }

    /**
     * Creates a cache of values of a generic type, or another view of the one with this name.
     *
     * @param name lower-case letters, digits and hyphens; its settings are {@code cache.NAME.max-entries} and so on
     * @param type for example {@code new TypeReference<List<Product>>() {}}
     * @param <T> the type of the values
     * @return a cache with the times of {@code cache.*}
     * @throws IllegalStateException if the cache has another type already
     */
    public <T> Cache<T> of(final String name, final TypeReference<T> type) {
        runtime.register(name, type.getType());
        return new Cache<>(runtime, name, CacheOptions.NONE);
    }

    /**
     * Joins the parts of a key with colons. A colon in a part is escaped, so that what a client sends reaches no key of another prefix.
     *
     * @param parts texts, numbers or other values whose {@code toString} is their text
     * @return a key
     */
    public static String key(final Object... parts) {
        return Arrays.stream(parts)
                .map(part -> Objects.requireNonNull(part, "part of a key")
                        .toString()
                        .replace("%", "%25")
                        .replace(":", "%3A"))
                .collect(Collectors.joining(":"));
    }
}
