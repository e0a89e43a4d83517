package org.jzenith.core.internal.configuration.source;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The profiles of this run, and the settings that they select: {@code %dev.key} counts when {@code dev} is active.
 *
 * @param active the names, the least important first
 */
public record Profiles(List<String> active) {

    /** Reads the profiles from the first source that names them; files cannot name profiles. */
    public static Profiles choose(final @Nullable String... sources) {
        String names = null;
        for (int i = 0; names == null && i < sources.length; i++) {
            names = sources[i];
        }
        return new Profiles(Stream.of((names == null ? "" : names).split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList());
    }

    /** The key without its profile. */
    public static String strip(final String name) {
        return name.substring(end(name) + 1);
    }

    /** The settings that count only because of a profile, without its name; of two profiles the later wins. */
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

    /**
     * Returns the settings of the base and of the profiles, for a source whose profile settings do not have their own
     * rank.
     */
    public Map<String, Setting> effective(final Map<String, Setting> all) {
        final Map<String, Setting> effective = plain(all);
        effective.putAll(selected(all));
        return effective;
    }

    private static List<String> names(final String name, final int end) {
        return List.of(name.substring(1, end).replace("{", "").replace("}", "").split(",", -1));
    }

    private static int end(final String name) {
        return name.startsWith("%") ? name.indexOf('.') : -1;
    }
}
