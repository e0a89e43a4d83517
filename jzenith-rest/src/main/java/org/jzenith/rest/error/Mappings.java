package org.jzenith.rest.error;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The application's own mappings. The nearest superclass wins; of two for the same class the later one. */
final class Mappings {

    private final Map<Class<?>, ErrorMapping> byType = new HashMap<>();

    Mappings(final Collection<ErrorMapping> mappings) {
        mappings.forEach(mapping -> byType.put(mapping.type(), mapping));
    }

    boolean namesExactly(final Throwable error) {
        return byType.containsKey(error.getClass());
    }

    @Nullable
    ErrorMapping nearest(final Throwable error) {
        for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
            final ErrorMapping mapping = byType.get(type);
            if (mapping != null) {
                return mapping;
            }
        }
        return null;
    }
}
