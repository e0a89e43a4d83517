package org.jzenith.benchmark.database;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.benchmark.process.BenchmarkException;

/** What the command line asks for: {@code --name value}. */
record LoadOptions(Map<String, String> values) {

    static LoadOptions parse(final List<String> known, final String... arguments) {
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

    boolean help() {
        return values.containsKey("--help");
    }

    String text(final String name, final String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    int number(final String name, final int otherwise) {
        final String text = values.getOrDefault(name, String.valueOf(otherwise));
        try {
            return Integer.parseUnsignedInt(text);
        } catch (final NumberFormatException e) {
            throw new BenchmarkException("The option " + name + " is '" + text + "'; give a whole number.", e);
        }
    }
}
