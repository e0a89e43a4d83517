package org.jzenith.core.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The text of {@code --explain-config}: every key, its value, its source, and the values of weaker sources. */
final class ExplainText {

    private static final String DEFAULT = "default";

    private final KeyCatalogue catalogue;
    private final Sources sources;
    private final Masker masker;
    private final UnaryOperator<@Nullable String> values;

    ExplainText(
            final KeyCatalogue catalogue,
            final Sources sources,
            final Masker masker,
            final UnaryOperator<@Nullable String> values) {
        this.catalogue = catalogue;
        this.sources = sources;
        this.masker = masker;
        this.values = values;
    }

    String text() {
        final StringBuilder text = new StringBuilder();
        names().forEach(name -> append(text, name));
        return text.toString();
    }

    private Set<String> names() {
        final Set<String> names = new TreeSet<>();
        for (final ConfigurationKey key : catalogue.keys()) {
            if (!KeyPattern.isOpen(key.name())) {
                names.add(key.name());
            }
        }
        for (final Source source : sources.ordered()) {
            source.getPropertyNames().stream().filter(catalogue::knows).forEach(names::add);
        }
        return names;
    }

    private void append(final StringBuilder text, final String name) {
        final List<Setting> all = new ArrayList<>();
        for (final Source source : sources.ordered()) {
            final Setting setting = source.setting(name);
            if (setting != null) {
                all.add(setting);
            }
        }
        final KeyCatalogue.@Nullable Entry entry = catalogue.find(name);
        final @Nullable String preset = entry == null ? null : entry.key().defaultValue();
        if (preset != null) {
            all.add(new Setting(preset, DEFAULT));
        }
        text.append(name);
        if (all.isEmpty()) {
            text.append(" is not set\n");
            return;
        }
        final Setting strongest = all.get(0);
        final @Nullable String value = values.apply(name);
        text.append(" = ")
                .append(masker.shown(name, value == null ? strongest.value() : value))
                .append("\n    from ")
                .append(strongest.origin())
                .append('\n');
        all.subList(1, all.size())
                .forEach(weaker -> text.append("    over ")
                        .append(masker.written(name, weaker.value()))
                        .append(" from ")
                        .append(weaker.origin())
                        .append('\n'));
    }
}
