package org.jzenith.core.internal.address;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartProblem;

/**
 * The settings of an address that may be in a URL. A value of the URL wins; a single setting that contradicts it is a problem.
 *
 * @param prefix of the single settings, with a dot at its end
 * @param url the values of the URL, by the names of single settings without prefix
 * @param configuration knows which single settings are set
 * @param problems takes the contradictions
 */
public record UrlSettings(
        String prefix, Map<String, String> url, Configuration configuration, List<StartProblem> problems) {

    /**
     * Returns a setting.
     *
     * @param key the name without prefix
     * @param single the value of the single setting
     * @param reader converts the value of the URL
     * @param <T> the type
     * @return the value of the URL if it has one
     */
    public <T> T value(final String key, final T single, final Function<String, T> reader) {
        final String text = url.get(key);
        if (text == null) {
            return single;
        }
        final T chosen = reader.apply(text);
        final String name = prefix + key;
        if (configuration.isSet(name) && !Objects.equals(chosen, single)) {
            problems.add(StartProblem.of(prefix + "url and " + name + " contradict each other"
                            + (key.equals("password") ? "." : ": " + text + " and " + shown(single) + "."))
                    .from(configuration.origin(name).orElse(null))
                    .remedy("Remove " + name + ", or remove it from the URL."));
        }
        return chosen;
    }

    private static Object shown(final Object single) {
        return single instanceof Optional<?> optional
                ? optional.map(Object::toString).orElse("nothing")
                : single;
    }
}
