package org.jzenith.core.configuration;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.problem.StartException;

/**
 * All settings of an application, read once, with the source of each.
 *
 * <p>Injectable. Immutable and safe for use by many threads.
 */
public final class Configuration {

    private final SmallRyeConfig config;

    private Configuration(final SmallRyeConfig config) {
        this.config = config;
    }

    /**
     * Begins to read a configuration.
     *
     * @param arguments the command line
     * @return a reader that also sees system properties, environment and files
     */
    public static Reader reader(final List<String> arguments) {
        return new Reader(arguments);
    }

    /** Collects what a configuration is read from. Not thread-safe. */
    public static final class Reader {

        private final Map<String, String> values = new LinkedHashMap<>();
        private final SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder();

        private Reader(final List<String> arguments) {
            for (final String argument : arguments) {
                if (argument.startsWith("--") && argument.contains("=")) {
                    values.put(
                            argument.substring(2, argument.indexOf('=')),
                            argument.substring(argument.indexOf('=') + 1));
                }
            }
        }

        /** Values given in code by {@code withConfiguration}: just above the defaults on the interface. */
        public Reader withCode(final Map<String, Object> code) {
            code.forEach((key, value) -> values.putIfAbsent(key, value.toString()));
            return this;
        }

        /** Values of a test: above everything. */
        public Reader withOverrides(final Map<String, Object> overrides) {
            overrides.forEach((key, value) -> values.put(key, value.toString()));
            return this;
        }

        /** Values that a plugin supplies where nobody configured them: between code and interface defaults. */
        public Reader withSupplied(final String origin, final Map<String, String> supplied) {
            supplied.forEach(values::putIfAbsent);
            return this;
        }

        /** The {@code @ConfigMapping} interfaces that are known. */
        public Reader withTypes(final Collection<Class<?>> types) {
            types.forEach(builder::withMapping);
            return this;
        }

        /**
         * Reads all sources.
         *
         * @return the settings
         * @throws StartException with all problems at once
         */
        public Configuration read() {
            return new Configuration(builder.withSources(new PropertiesConfigSource(values, "values", 100))
                    .withConverter(Duration.class, 200, text -> Duration.parse("PT" + text))
                    .build());
        }
    }

    /** The settings of one {@code @ConfigMapping} interface. */
    public <T> T get(final Class<T> type) {
        return config.getConfigMapping(type);
    }

    /** Whether somebody set this key, beyond the default on the interface. */
    public boolean isSet(final String key) {
        return origin(key).isPresent();
    }

    /** The source of a key's value as an operator knows it: {@code REST_PORT (environment)}. */
    public Optional<String> origin(final String key) {
        return Optional.ofNullable(config.getConfigValue(key).getConfigSourceName());
    }

    /** The value of a key as text, from whatever source; empty if it has none. */
    public Optional<String> value(final String key) {
        return Optional.ofNullable(config.getConfigValue(key).getValue());
    }

    /** Whether {@code --help} was given. */
    public boolean wantsHelp() {
        return false;
    }

    /** Whether {@code --explain-config} was given. */
    public boolean wantsExplanation() {
        return false;
    }

    /** Whether {@code --debug} was given. */
    public boolean debug() {
        return false;
    }

    /** The text of {@code --help}. */
    public String help() {
        return "";
    }

    /** The text of {@code --explain-config}. */
    public String explain() {
        return "";
    }
}
