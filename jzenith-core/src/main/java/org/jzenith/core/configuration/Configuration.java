package org.jzenith.core.configuration;

import java.util.Collection;
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

    private Configuration() {}

    /**
     * Begins to read a configuration.
     *
     * @param arguments the command line
     * @return a reader that also sees system properties, environment and files
     */
    public static Reader reader(final List<String> arguments) {
        throw new UnsupportedOperationException();
    }

    /** Collects what a configuration is read from. Not thread-safe. */
    public static final class Reader {
        private Reader() {}

        /** Values given in code by {@code withConfiguration}: just above the defaults on the interface. */
        public Reader withCode(final Map<String, Object> values) {
            return this;
        }

        /** Values of a test: above everything. */
        public Reader withOverrides(final Map<String, Object> values) {
            return this;
        }

        /** Values that a plugin supplies where nobody configured them: between code and interface defaults. */
        public Reader withSupplied(final String origin, final Map<String, String> values) {
            return this;
        }

        /** The {@code @ConfigMapping} interfaces that are known. */
        public Reader withTypes(final Collection<Class<?>> types) {
            return this;
        }

        /**
         * Reads all sources.
         *
         * @return the settings
         * @throws StartException with all problems at once
         */
        public Configuration read() {
            throw new UnsupportedOperationException();
        }
    }

    /** The settings of one {@code @ConfigMapping} interface. */
    public <T> T get(final Class<T> type) {
        throw new UnsupportedOperationException();
    }

    /** Whether somebody set this key, beyond the default on the interface. */
    public boolean isSet(final String key) {
        throw new UnsupportedOperationException();
    }

    /** The source of a key's value as an operator knows it: {@code REST_PORT (environment)}. */
    public Optional<String> origin(final String key) {
        throw new UnsupportedOperationException();
    }

    /** Whether {@code --help} was given. */
    public boolean wantsHelp() {
        throw new UnsupportedOperationException();
    }

    /** Whether {@code --explain-config} was given. */
    public boolean wantsExplanation() {
        throw new UnsupportedOperationException();
    }

    /** Whether {@code --debug} was given. */
    public boolean debug() {
        throw new UnsupportedOperationException();
    }

    /** The text of {@code --help}. */
    public String help() {
        throw new UnsupportedOperationException();
    }

    /** The text of {@code --explain-config}. */
    public String explain() {
        throw new UnsupportedOperationException();
    }
}
