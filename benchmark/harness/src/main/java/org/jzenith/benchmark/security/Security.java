package org.jzenith.benchmark.security;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.Processors;

/** Measures the cost of security: {@code benchmark/security --help} tells how. */
public final class Security {

    private static final String HELP = """
            Measures the cost of security, and prints each figure beside its aim. The compared programs run at
            the same time and are loaded in turns by wrk, with security headers and the access log on.

                benchmark/security [--skip-build] [options]

              --rows LIST          of the following (default: all)
                                   cached-token   GET /json behind a token that was verified before, beside
                                                  itself without security and the hand-written program
                                   new-token      each request with another RS256 token, beside the
                                                  hand-written program, which verifies on worker threads
                                   session        GET /json behind a session cookie of an OpenID Connect login
                                   plugged-in     a method without access annotation, with the plugin
                                   start          the start with 500 routes, with and without policies
                                   bad-tokens     users with cached tokens beside bad tokens of each kind
                                   guessers       users with cached tokens beside clients that guess
                                                  passwords, each from a network of its own
                                   known-users    the share of known users' requests that are served beside
                                                  150 guessers, 1500 clients with unknown opaque tokens, and
                                                  300 replays of a login; fails below 0.95
                                   memory         the live heap before and after many different tokens
              --processes N        how often all programs are started anew (default 3)
              --rounds N           rounds in each process (default 5)
              --seconds N          the time of a round (default 4)
              --warm-up N          the load before the first round, in seconds (default 20)
              --connections N      connections of wrk (default 64)
              --runs N             starts of each kind (default 10)
              --bad-tokens N       bad tokens in a second (default 10000)
              --networks N         client networks of the bad tokens (default 1)
              --guessers N         clients that guess (default 200)
              --attack-seconds N   the time of each attack of known-users (default 20)
              --tokens N           different tokens, good ones and then bad ones (default 1000000)
              --heap SIZE          the heap of the server with the different tokens (default 128m)
              --jvm-options TEXT   options of the JVM of all programs, such as an agent
              --pinned             the programs have processor 0, and the load has processor 1
              --help               this text
            """;

    private static final List<String> OPTIONS = List.of(
            "--rows",
            "--processes",
            "--rounds",
            "--seconds",
            "--warm-up",
            "--connections",
            "--runs",
            "--bad-tokens",
            "--networks",
            "--guessers",
            "--attack-seconds",
            "--tokens",
            "--heap",
            "--jvm-options");

    private static final String PINNED = "--pinned";
    private static final Set<String> REQUEST_ROWS = Set.of("cached-token", "new-token", "session", "plugged-in");
    private static final List<String> ROWS = List.of(
            "cached-token",
            "new-token",
            "session",
            "plugged-in",
            "start",
            "bad-tokens",
            "guessers",
            "known-users",
            "memory");

    private final LoadOptions options;
    private final Set<String> rows;
    private final PrintStream out;

    private Security(final LoadOptions options, final PrintStream out) {
        this.options = options;
        this.out = out;
        this.rows = new LinkedHashSet<>(
                List.of(options.text("--rows", String.join(",", ROWS)).split(",", -1)));
        rows.stream().filter(row -> !ROWS.contains(row)).findFirst().ifPresent(row -> {
            throw new BenchmarkException("There is no row '" + row + "'. It comes from --rows; --help lists the rows.");
        });
    }

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        final Cleanup cleanup = new Cleanup();
        Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
        final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (cleanup) {
            final boolean pinned = Arrays.asList(arguments).contains(PINNED);
            final LoadOptions options = LoadOptions.parse(
                    OPTIONS,
                    Arrays.stream(arguments)
                            .filter(argument -> !argument.equals(PINNED))
                            .toArray(String[]::new));
            if (options.help()) {
                out.print(HELP);
                return;
            }
            new Security(options, out).measure(cleanup, pinned);
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            cleanup.close();
            System.exit(1);
        }
    }

    private void measure(final Cleanup cleanup, final boolean pinned) {
        final Path root = Path.of(System.getProperty("benchmark.root", "")).toAbsolutePath();
        final Path folder = cleanup.temporaryFolder();
        final SignedTokens tokens = new SignedTokens();
        final Programs programs = new Programs(root, folder, tokens.publicKey(folder), options, pinned);
        if (pinned) {
            Processors.use(Programs.CLIENTS);
        }
        final RequestCosts.Plan plan = new RequestCosts.Plan(
                rows,
                options.number("--processes", 3),
                options.number("--rounds", 5),
                options.number("--seconds", 4),
                options.number("--warm-up", 20),
                options.number("--connections", 64));
        final FigureTable results = new FigureTable();
        if (rows.stream().anyMatch(REQUEST_ROWS::contains)) {
            new RequestCosts(programs, tokens, folder, cleanup, plan, out).measure(results);
        }
        if (rows.contains("start")) {
            new Starts(programs, folder, cleanup, out).measure(results, options.number("--runs", 10));
        }
        if (rows.contains("bad-tokens")) {
            new Attacks(programs, tokens, folder, cleanup, plan, out)
                    .badTokens(results, options.number("--bad-tokens", 10_000), options.number("--networks", 1));
        }
        if (rows.contains("guessers")) {
            new Attacks(programs, tokens, folder, cleanup, plan, out)
                    .guessers(results, options.number("--guessers", 200));
        }
        boolean served = true;
        if (rows.contains("known-users")) {
            served = new KnownUsers(programs, cleanup, options.number("--attack-seconds", 20), out).measure(results);
        }
        if (rows.contains("memory")) {
            new ManyTokens(programs, tokens, cleanup, out)
                    .measure(results, options.number("--tokens", 1_000_000), options.text("--heap", "128m"));
        }
        results.print(out);
        if (!served) {
            throw new BenchmarkException(
                    "An attack has kept known users out: less than 0.95 of their requests were served.");
        }
    }
}
