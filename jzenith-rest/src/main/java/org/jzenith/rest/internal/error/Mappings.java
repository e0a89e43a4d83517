package org.jzenith.rest.internal.error;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The application's own mappings. The nearest superclass wins; of two for the same class the later one. */
final class Mappings {

    /** A mapping of one of these is for unknown failures; it does not change every 404. */
    private static final Set<Class<?>> CATCH_ALL = Set.of(Throwable.class, Exception.class, RuntimeException.class);

    private final Map<Class<?>, Errors.Mapping> byType = new HashMap<>();

    Mappings(final Collection<Errors.Mapping> mappings) {
        mappings.forEach(mapping -> byType.put(mapping.type(), mapping));
    }

    boolean namesExactly(final Throwable error) {
        return byType.containsKey(error.getClass());
    }

    Errors.@Nullable Mapping nearest(final Throwable error, final boolean knownToPolicy) {
        for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
            final Errors.Mapping mapping = byType.get(type);
            if (mapping != null) {
                return knownToPolicy && CATCH_ALL.contains(type) ? null : mapping;
            }
        }
        return null;
    }
}
