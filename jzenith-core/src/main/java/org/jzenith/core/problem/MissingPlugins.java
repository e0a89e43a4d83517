package org.jzenith.core.problem;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For plugins: finds plugins that an application has not added, for the remedies in reports. Files {@code
 * META-INF/jzenith/plugins.properties} list all plugins. The file of this module lists those of jZenith, because their artifacts can be
 * missing too. Jars of other plugins have their own files.
 */
public final class MissingPlugins {

    private static final Logger LOGGER = LoggerFactory.getLogger(MissingPlugins.class);

    private static final String FILE = "META-INF/jzenith/plugins.properties";
    private static final String BRINGS = ".brings";
    private static final String NAMED = ".named";
    private static final String LIBRARY = ".library";

    private MissingPlugins() {}

    /**
     * Returns the advice to add the plugin that provides a missing thing.
     *
     * @param thing the name of a plugin, of a type that it binds, or of an annotation that it enforces; or the prefix of its settings
     * @return the start of a sentence, without a full stop; empty if no plugin is known
     */
    public static String advice(final String thing) {
        return advice(thing, null, "..");
    }

    /**
     * Returns the advice to add the plugin that provides a missing thing, for a qualifier or a type.
     *
     * @param thing as in {@link #advice(String)}
     * @param name the qualifier of the missing thing, or null
     * @param type the type for which the plugin is needed, as an expression
     * @return the start of a sentence, without a full stop; empty if no plugin is known
     */
    public static String advice(final String thing, final @Nullable String name, final String type) {
        final Properties all = all();
        return new TreeSet<>(all.stringPropertyNames())
                .stream()
                        .filter(key -> key.equals(thing)
                                || (key.endsWith(BRINGS)
                                        && List.of(all.getProperty(key).split(",\\s*", -1))
                                                .contains(thing)))
                        .map(key -> add(key.replace(BRINGS, ""), name, type, all))
                        .filter(Objects::nonNull)
                        .reduce((one, other) -> one + ", or " + other.replaceFirst("^A", "a"))
                        .orElse("");
    }

    /**
     * Returns the problem of a setting that selects a plugin by name, if the application does not have the plugin, or if the setting cannot
     * select it. A plugin that the setting can select has {@code SETTING=NAME} in its {@code brings} property.
     *
     * @param setting the key, such as {@code jzenith.shared-state}
     * @param chosen its value: the name of a plugin, with or without a qualifier
     * @param origin the source of the value
     * @param known the values that are possible now
     * @return a problem with its remedy
     */
    public static StartProblem problem(
            final String setting, final String chosen, final String origin, final Collection<String> known) {
        final int dot = chosen.indexOf('.');
        final String advice = advice(
                setting + "=" + (dot < 0 ? chosen : chosen.substring(0, dot)),
                dot < 0 ? null : chosen.substring(dot + 1),
                "..");
        return StartProblem.of(setting + " is '" + chosen + "', and "
                        + (advice.isEmpty()
                                ? "no plugin has a store with this name."
                                : "the application has no plugin '" + chosen + "'."))
                .from(origin)
                .remedy(
                        advice.isEmpty()
                                ? "Set it to one of: " + known.stream().sorted().collect(Collectors.joining(", ")) + "."
                                : advice + ".");
    }

    private static @Nullable String add(
            final String plugin, final @Nullable String name, final String type, final Properties all) {
        final String[] parts = all.getProperty(plugin).split("\\s*\\|\\s*", -1);
        final @Nullable String call = name == null ? parts[0] : all.getProperty(plugin + NAMED);
        return call == null
                ? null
                : "Add "
                        + call.replace("{name}", String.valueOf(name)).replace("{type}", type)
                        + " to withPlugins(..) (the class " + parts[1] + " in the artifact " + parts[2] + ")";
    }

    /**
     * Returns the advice to add the library of a class that was not found.
     *
     * @param error the error of a startup phase
     * @return a sentence; empty if no class is missing, or its library is unknown
     */
    public static String libraryAdvice(final Throwable error) {
        final @Nullable String missing = error instanceof NoClassDefFoundError ? error.getMessage() : null;
        if (missing == null) {
            return "";
        }
        final String type = missing.replace('/', '.');
        final Properties all = all();
        return all.stringPropertyNames().stream()
                .filter(key -> key.endsWith(LIBRARY) && type.startsWith(key.substring(0, key.lastIndexOf('.') + 1)))
                .map(key -> "Add the dependency " + all.getProperty(key) + ".")
                .findFirst()
                .orElse("");
    }

    /**
     * Returns true if an optional library is on the class path.
     *
     * @param type the name of one of its classes, which is not initialized
     * @param user the class that uses the library
     */
    public static boolean isPresent(final String type, final Class<?> user) {
        try {
            Class.forName(type, false, user.getClassLoader());
            return true;
        } catch (final ClassNotFoundException absent) {
            return false;
        }
    }

    private static Properties all() {
        final Properties all = new Properties();
        read(MissingPlugins.class.getClassLoader(), all);
        read(Thread.currentThread().getContextClassLoader(), all);
        return all;
    }

    private static void read(final @Nullable ClassLoader loader, final Properties all) {
        try {
            for (final URL file : loader == null ? List.<URL>of() : Collections.list(loader.getResources(FILE))) {
                try (Reader text = new InputStreamReader(file.openStream(), StandardCharsets.UTF_8)) {
                    all.load(text);
                }
            }
        } catch (final IOException e) {
            LOGGER.debug("{} cannot be read.", FILE, e);
        }
    }
}
