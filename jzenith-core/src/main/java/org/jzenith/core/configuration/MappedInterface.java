package org.jzenith.core.configuration;

import io.smallrye.config.ConfigMapping;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An interface of settings, and the name of the plugin that reads it.
 *
 * @param type a {@code @ConfigMapping} interface
 * @param name the qualifier of the plugin, which stands behind the prefix of the interface; empty if it has none
 */
record MappedInterface(Class<?> type, String name) {

    /** The prefix of the keys: {@code postgresql}, or {@code postgresql.replica} of a plugin with a qualifier. */
    String prefix() {
        final @Nullable ConfigMapping mapping = type.getAnnotation(ConfigMapping.class);
        return KeyPattern.join(mapping == null ? "" : mapping.prefix(), name);
    }

    /** The simple name of the plugin beside the interface that can have a name, by {@code named(..)}; null if there is none. */
    @Nullable
    String plugin() {
        final String plugin = type.getName()
                .replaceFirst("(\\.internal)?\\.configuration\\.(\\w+)$", ".$2")
                .replaceFirst("Configuration$", "Plugin");
        try {
            return plugin.equals(type.getName())
                    ? null
                    : Class.forName(plugin, false, type.getClassLoader())
                            .getMethod("named", String.class)
                            .getDeclaringClass()
                            .getSimpleName();
        } catch (final ReflectiveOperationException | LinkageError e) {
            return null;
        }
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof final MappedInterface mapped && type == mapped.type && name.equals(mapped.name);
    }

    /** Written out, as {@link #equals}: the JDK generates a record's methods at startup, which is slow. */
    @Override
    public int hashCode() {
        return Objects.hash(type, name);
    }
}
