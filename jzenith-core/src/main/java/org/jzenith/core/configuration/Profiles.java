package org.jzenith.core.configuration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The profiles of this run, and the settings that they select: {@code %dev.key} counts when {@code dev} is active. */
final class Profiles {

    private final List<String> active;

    /** @param names separated by commas; where two set the same key, the later wins */
    Profiles(final String names) {
        final List<String> list = new ArrayList<>();
        for (final String name : names.split(",", -1)) {
            if (!name.isBlank()) {
                list.add(name.strip());
            }
        }
        this.active = List.copyOf(list);
    }

    /** The names, the least important first. */
    List<String> active() {
        return active;
    }

    /** The key without its profile. */
    static String strip(final String name) {
        final int end = end(name);
        return end < 0 ? name : name.substring(end + 1);
    }

    /** The settings that count only because of a profile, without its name. */
    Map<String, Setting> selected(final Map<String, Setting> all) {
        final Map<String, Setting> selected = new LinkedHashMap<>();
        for (final String profile : active) {
            all.forEach((name, setting) -> {
                final int end = end(name);
                if (end > 0 && names(name, end).contains(profile)) {
                    selected.put(name.substring(end + 1), setting);
                }
            });
        }
        return selected;
    }

    /** The settings that count in every profile. */
    static Map<String, Setting> plain(final Map<String, Setting> all) {
        final Map<String, Setting> plain = new LinkedHashMap<>(all);
        plain.keySet().removeIf(name -> end(name) >= 0);
        return plain;
    }

    /** Both, for a source whose profile settings do not have a rank of their own. */
    Map<String, Setting> effective(final Map<String, Setting> all) {
        final Map<String, Setting> effective = plain(all);
        effective.putAll(selected(all));
        return effective;
    }

    private static List<String> names(final String name, final int end) {
        final String names = name.charAt(1) == '{' ? name.substring(2, end - 1) : name.substring(1, end);
        return List.of(names.split(",", -1));
    }

    private static int end(final String name) {
        return name.startsWith("%") ? name.indexOf('.') : -1;
    }

    /** Reads the profiles from the first source that names them; files cannot name profiles. */
    static Profiles choose(
            final CommandLineArguments arguments, final Iterable<UnaryOperator<@Nullable String>> sources) {
        final String flag = arguments.value(CommandLineArguments.PROFILE);
        if (flag != null) {
            return new Profiles(flag);
        }
        for (final UnaryOperator<@Nullable String> source : sources) {
            final String names = source.apply(KeyCatalogue.PROFILE);
            if (names != null) {
                return new Profiles(names);
            }
        }
        return new Profiles("");
    }
}
