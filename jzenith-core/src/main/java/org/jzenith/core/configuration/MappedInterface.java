package org.jzenith.core.configuration;

import io.smallrye.config.ConfigMapping;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A settings interface, and the qualifier of the plugin that reads it.
 *
 * @param type a {@code @ConfigMapping} interface
 * @param name the qualifier of the plugin, which follows the prefix of the interface; empty if the plugin has none
 */
record MappedInterface(Class<?> type, String name) {

    /** The prefix of the keys: {@code postgresql}, or {@code postgresql.replica} of a plugin with a qualifier. */
    String prefix() {
        final @Nullable ConfigMapping mapping = type.getAnnotation(ConfigMapping.class);
        return KeyPattern.join(mapping == null ? "" : mapping.prefix(), name);
    }

    /** The simple class name of the interface's plugin, if that class has a {@code named(..)} method; otherwise null. */
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

    /** Written out, like {@link #equals}, because the JDK generates a record's methods at startup, which is slow. */
    @Override
    public int hashCode() {
        return Objects.hash(type, name);
    }
}
