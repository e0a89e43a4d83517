package org.jzenith.core.internal.configuration.source;

import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * One source of settings, already read; SmallRye reads its values, the reports also the origins.
 *
 * @param beyond values of names that are not known keys but can be used in expressions
 */
public record Source(String name, int ordinal, Map<String, Setting> settings, UnaryOperator<@Nullable String> beyond)
        implements ConfigSource {

    /** Copies the settings. */
    public Source {
        settings = Map.copyOf(settings);
    }

    public @Nullable Setting setting(final String key) {
        return settings.get(key);
    }

    @Override
    public Set<String> getPropertyNames() {
        return settings.keySet();
    }

    @Override
    public @Nullable String getValue(final String key) {
        final Setting setting = settings.get(key);
        return setting == null ? beyond.apply(key) : setting.value();
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public int getOrdinal() {
        return ordinal;
    }
}
