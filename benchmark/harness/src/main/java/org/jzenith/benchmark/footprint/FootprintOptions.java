package org.jzenith.benchmark.footprint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.benchmark.process.BenchmarkException;

/** The options of the command line: {@code --name value} or {@code --name=value}. */
final class FootprintOptions {

    private final Map<String, String> values = new LinkedHashMap<>();

    private FootprintOptions() {}

    /** Refuses a name that is not among the known ones. */
    static FootprintOptions parse(final List<String> known, final String... arguments) {
        final FootprintOptions options = new FootprintOptions();
        for (int i = 0; i < arguments.length; i++) {
            final String argument = arguments[i];
            final int equals = argument.indexOf('=');
            final String name = equals < 0 ? argument : argument.substring(0, equals);
            if (name.equals("--help")) {
                options.values.put(name, "");
            } else if (!known.contains(name)) {
                throw new BenchmarkException("There is no option '" + name
                        + "'. It comes from the command line; --help lists the" + " options.");
            } else if (equals >= 0) {
                options.values.put(name, argument.substring(equals + 1));
            } else if (i + 1 < arguments.length) {
                i++;
                options.values.put(name, arguments[i]);
            } else {
                throw new BenchmarkException("The option " + name + " needs a value; --help says which.");
            }
        }
        return options;
    }

    boolean help() {
        return values.containsKey("--help");
    }

    String text(final String name, final String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    int number(final String name, final int otherwise, final int least, final int most) {
        final String text = values.getOrDefault(name, String.valueOf(otherwise));
        final String message =
                "The option " + name + " is '" + text + "'; give a number from " + least + " to " + most + ".";
        try {
            final int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (final NumberFormatException e) {
            throw new BenchmarkException(message, e);
        }
        throw new BenchmarkException(message);
    }

    Path out(final Path otherwise) {
        final String folder = values.get("--out");
        return folder == null ? otherwise : Path.of(folder);
    }

    List<Program> programs() {
        final String names = values.get("--programs");
        return names == null
                ? Program.usual()
                : Arrays.stream(names.split(",", -1))
                        .map(Program::of)
                        .distinct()
                        .toList();
    }

    Jvm jvm() {
        return jvm(values.getOrDefault("--jvm", System.getProperty("java.home")), "--jvm");
    }

    /** Several installations. */
    List<Jvm> jvms() {
        return Arrays.stream(values.getOrDefault("--jvms", System.getProperty("java.home"))
                        .split(",", -1))
                .map(folder -> jvm(folder, "--jvms"))
                .toList();
    }

    /** The folder with the modules of the Graal compiler, if it was fetched. */
    Optional<Path> graal() {
        return Optional.ofNullable(values.get("--graal")).map(Path::of).filter(Files::isDirectory);
    }

    private Jvm jvm(final String folder, final String name) {
        final Path home = Path.of(folder);
        if (!Files.isExecutable(home.resolve("bin").resolve("java"))) {
            throw new BenchmarkException("There is no program bin/java in '" + home + "'. It comes from " + name
                    + "; name the folder of a Java installation.");
        }
        final List<String> options = Arrays.stream(
                        values.getOrDefault("--jvm-options", "").strip().split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
        return new Jvm(home, options);
    }
}
