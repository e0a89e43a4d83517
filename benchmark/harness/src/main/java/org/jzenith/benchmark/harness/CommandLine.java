package org.jzenith.benchmark.harness;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;

/** Reads the options; each is {@code --name value} or {@code --name=value}, and refused with a reason if it is wrong. */
final class CommandLine {

    private static final Set<String> FLAGS = Set.of("--help", "--smoke", "--configured", "--bare");

    /** The options whose values tell nothing about the measurement on another machine. */
    private static final Set<String> FOLDERS = Set.of("--jvm", "--out");

    private static final int MOST_CONNECTIONS = 16_384;
    private static final int METHODS_OF_A_CLASS = 10;
    private static final int MOST_ROUTES = 5_000;

    private boolean help;
    private boolean smoke;
    private boolean bare;
    private final List<String> settings = new ArrayList<>();
    private List<Path> published = List.of();
    private @Nullable String histogram;
    private List<LoadTest> tests = LoadTest.of(Suite.ENDPOINTS);
    private int processes = 1;
    private int rounds;
    private int seconds;
    private int warmUp;
    private int connections = 64;
    private int baselineConnections;
    private int routes = Suite.ROUTES;
    private Path jvm = Path.of(System.getProperty("java.home"));
    private List<String> jvmOptions = List.of();
    private final List<Options.Extra> extras = new ArrayList<>();
    private List<Peer> peers = List.of();
    private @Nullable Path out;

    private CommandLine() {}

    static Options parse(final String... arguments) {
        final CommandLine line = new CommandLine();
        final Deque<String> rest = new ArrayDeque<>(List.of(arguments));
        while (!rest.isEmpty()) {
            line.read(rest.removeFirst(), rest);
        }
        return line.options();
    }

    private Options options() {
        if (!Files.isExecutable(jvm.resolve("bin").resolve("java"))) {
            throw new BenchmarkException("There is no program bin/java in '" + jvm
                    + "'. It comes from --jvm; name the folder of a" + " Java installation.");
        }
        final boolean service = tests.get(0).suite().isService();
        return new Options(
                help,
                smoke,
                bare,
                String.join(" ", settings),
                published,
                histogram,
                tests,
                processes,
                rounds > 0 ? rounds : service ? 2 : 5,
                seconds > 0 ? seconds : service ? 2 : 8,
                warmUp > 0 ? warmUp : service ? 1 : 5,
                connections,
                baselineConnections,
                routes,
                jvm,
                jvmOptions,
                List.copyOf(extras),
                peers,
                out);
    }

    private void read(final String argument, final Deque<String> rest) {
        final int equals = argument.indexOf('=');
        final String name = equals < 0 ? argument : argument.substring(0, equals);
        if (FLAGS.contains(name)) {
            if (equals >= 0) {
                throw new BenchmarkException(
                        "The option " + name + " takes no value, but was given as '" + argument + "'.");
            }
            settings.add(name);
            help |= name.equals("--help");
            smoke |= name.equals("--smoke");
            bare = name.equals("--bare") || (bare && !name.equals("--configured"));
            return;
        }
        if (equals >= 0) {
            rest.addFirst(argument.substring(equals + 1));
        }
        set(name, rest);
    }

    private void set(final String name, final Deque<String> rest) {
        switch (name) {
            case "--tests" -> tests = tests(value(name, rest));
            case "--processes" -> processes = number(name, value(name, rest), 1, 100);
            case "--rounds" -> rounds = number(name, value(name, rest), 1, 1_000);
            case "--seconds" -> seconds = number(name, value(name, rest), 1, 3_600);
            case "--warm-up" -> warmUp = number(name, value(name, rest), 1, 3_600);
            case "--connections" -> connections = number(name, value(name, rest), 1, MOST_CONNECTIONS);
            case "--baseline-connections" -> baselineConnections = number(name, value(name, rest), 1, 64);
            case "--routes" -> routes = routes(number(name, value(name, rest), METHODS_OF_A_CLASS, MOST_ROUTES));
            case "--jvm" -> jvm = Path.of(value(name, rest));
            case "--jvm-options" -> jvmOptions = words(value(name, rest));
            case "--contestant" -> add(extra(value(name, rest)));
            case "--peers" ->
                peers = Arrays.stream(value(name, rest).split(",", -1))
                        .map(Peer::of)
                        .distinct()
                        .toList();
            case "--histogram" -> histogram = histogram(value(name, rest));
            case "--publish" ->
                published = Arrays.stream(value(name, rest).split(",", -1))
                        .map(Path::of)
                        .toList();
            case "--out" -> out = Path.of(value(name, rest));
            default ->
                throw new BenchmarkException("There is no option '" + name
                        + "'. It comes from the command line; --help lists" + " the options.");
        }
    }

    private String value(final String name, final Deque<String> rest) {
        if (rest.isEmpty() || (rest.peekFirst().isBlank() && !name.equals("--jvm-options"))) {
            throw new BenchmarkException("The option " + name + " needs a value; --help says which.");
        }
        final String value = rest.removeFirst();
        if (!FOLDERS.contains(name)) {
            settings.add(name + ' ' + value);
        }
        return value;
    }

    private static List<LoadTest> tests(final String titles) {
        final List<LoadTest> tests = Arrays.stream(titles.split(",", -1))
                .flatMap(CommandLine::named)
                .distinct()
                .toList();
        if (tests.stream().map(LoadTest::suite).distinct().count() > 1) {
            throw new BenchmarkException("The option --tests is '" + titles + "', but each suite has other contestants."
                    + " Measure them one after the other.");
        }
        return tests;
    }

    /** A test, or all of a suite. */
    private static Stream<LoadTest> named(final String title) {
        return Arrays.stream(Suite.values())
                .filter(suite -> suite.title().equals(title))
                .findFirst()
                .map(suite -> LoadTest.of(suite).stream())
                .orElseGet(() -> Stream.of(LoadTest.of(title)));
    }

    private static List<String> words(final String text) {
        return Arrays.stream(text.strip().split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static int number(final String name, final String text, final int least, final int most) {
        try {
            final int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (final NumberFormatException e) {
            throw new BenchmarkException(range(name, text, least, most), e);
        }
        throw new BenchmarkException(range(name, text, least, most));
    }

    private static int routes(final int number) {
        if (number % METHODS_OF_A_CLASS != 0) {
            throw new BenchmarkException("The option --routes is '" + number + "'; give a multiple of ten.");
        }
        return number;
    }

    private static String range(final String name, final String text, final int least, final int most) {
        return String.format(
                Locale.ROOT, "The option %s is '%s'; give a number from %d to %d.", name, text, least, most);
    }

    private static Options.Extra extra(final String text) {
        final String[] parts = text.split("=", 3);
        if (parts.length < 3 || parts[0].isBlank() || parts[2].isBlank()) {
            throw new BenchmarkException("The option --contestant is '" + text
                    + "'; give NAME=PORT=COMMAND, for example" + " stock=9001='java -jar stock.jar'.");
        }
        return new Options.Extra(parts[0], number("--contestant (its port)", parts[1], 1, 65_535), parts[2]);
    }

    private void add(final Options.Extra extra) {
        final boolean taken = extra.name().equals(Contestant.JZENITH)
                || extra.name().equals(Contestant.BASELINE)
                || Arrays.stream(Peer.values()).anyMatch(peer -> peer.title().equals(extra.name()))
                || extras.stream().anyMatch(other -> other.name().equals(extra.name()));
        if (taken) {
            throw new BenchmarkException(
                    "The name '" + extra.name() + "' of --contestant is taken; give it another one.");
        }
        extras.add(extra);
    }

    private static String histogram(final String target) {
        if (!target.startsWith("/") && !isHttp(target)) {
            throw new BenchmarkException("The option --histogram is '" + target
                    + "'; give a path of the example such as" + " /plaintext, or the http:// URL of a running server.");
        }
        return target;
    }

    private static boolean isHttp(final String target) {
        try {
            final URI uri = new URI(target);
            return "http".equals(uri.getScheme()) && uri.getHost() != null;
        } catch (final URISyntaxException e) {
            return false;
        }
    }
}
