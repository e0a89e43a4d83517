package org.jzenith.benchmark.process;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The options of a measurement's command line: {@code --name value}.
 *
 * @param values by name, with the dashes
 */
public record LoadOptions(Map<String, String> values) {

    /**
     * Reads a command line.
     *
     * @param known the names that it may have, beside {@code --help}
     * @param arguments the command line
     * @return the options
     */
    public static LoadOptions parse(final List<String> known, final String... arguments) {
        final Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--help")) {
                values.put(arguments[i], "");
            } else if (known.contains(arguments[i]) && i + 1 < arguments.length) {
                values.put(arguments[i], arguments[++i]);
            } else {
                throw new BenchmarkException(
                        "The option '" + arguments[i] + "' is unknown or has no value. It comes from the"
                                + " command line; --help lists the options.");
            }
        }
        return new LoadOptions(values);
    }

    /**
     * Returns true if help is requested.
     *
     * @return true if it is
     */
    public boolean help() {
        return values.containsKey("--help");
    }

    /**
     * The value of an option.
     *
     * @param name with the dashes
     * @param otherwise the value if the command line does not have it
     * @return the value
     */
    public String text(final String name, final String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /**
     * The value of an option that is a whole number.
     *
     * @param name with the dashes
     * @param otherwise the value if the command line does not have it
     * @return the value
     */
    public int number(final String name, final int otherwise) {
        final String text = values.getOrDefault(name, String.valueOf(otherwise));
        try {
            return Integer.parseUnsignedInt(text);
        } catch (final NumberFormatException e) {
            throw new BenchmarkException("The option " + name + " is '" + text + "'; give a whole number.", e);
        }
    }

    /**
     * The settings of {@code --environment}: {@code NAME=value}, separated by commas.
     *
     * @return environment variables
     */
    public Map<String, String> environment() {
        final Map<String, String> environment = new LinkedHashMap<>();
        final String text = text("--environment", "");
        for (final String setting : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            final int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new BenchmarkException("The setting '" + setting
                        + "' of --environment has no value. Give NAME=value, separated by commas.");
            }
            environment.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return environment;
    }
}
