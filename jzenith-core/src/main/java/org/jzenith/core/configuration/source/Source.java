package org.jzenith.core.configuration.source;

import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/** One source of settings, already read; SmallRye reads its values, the reports also the origins. */
public final class Source implements ConfigSource {

    private final String name;
    private final int ordinal;
    private final Map<String, Setting> settings;
    private final UnaryOperator<@Nullable String> beyond;

    /** @param beyond values of names that are not known keys but can be used in expressions */
    public Source(
            final String name,
            final int ordinal,
            final Map<String, Setting> settings,
            final UnaryOperator<@Nullable String> beyond) {
        this.name = name;
        this.ordinal = ordinal;
        this.settings = Map.copyOf(settings);
        this.beyond = beyond;
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
