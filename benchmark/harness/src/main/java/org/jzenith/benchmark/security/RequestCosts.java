package org.jzenith.benchmark.security;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.harness.WrkScript;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.Spread;

/** Measures the CPU time of a request: all programs run, and are loaded in turns. */
final class RequestCosts {

    /** More than are kept, so that in a list without end each token is new. */
    static final int NEW_TOKENS = 20_000;

    private static final String OPEN = "jZenith without security";
    private static final String OPEN_WITH_HEADER = "jZenith without security, requests with a token";
    private static final String PLUGGED_IN = "jZenith with the plugin";
    private static final String CACHED = "jZenith, cached token";
    private static final String CACHED_BASELINE = "baseline, cached token";
    private static final String NEW = "jZenith, new tokens";
    private static final String NEW_BASELINE = "baseline, new tokens";
    private static final String SESSION = "jZenith, session";

    /** Requests with the tokens of a file, from one line on. */
    private static final String LIST = """
            local requests = {}
            local position = 0

            function init(args)
                for token in io.lines(args[1]) do
                    requests[#requests + 1] = wrk.format("GET", nil, {["Authorization"] = "Bearer " .. token})
                end
                position = tonumber(args[2])
            end

            function request()
                position = position % #requests + 1
                return requests[position]
            end
            """;

    private final Programs programs;
    private final SignedTokens tokens;
    private final Path folder;
    private final Cleanup cleanup;
    private final Plan plan;
    private final PrintStream out;
    private final Map<String, Spread> micros = new LinkedHashMap<>();
    private final Map<String, Spread> ratios = new LinkedHashMap<>();

    /** The amount of work. */
    record Plan(Set<String> rows, int processes, int rounds, int seconds, int warmUp, int connections) {}

    /** A program under one kind of load. */
    private static final class Measured {

        private final String name;
        private final MeasuredServer server;
        private final WrkScript load;
        private final @Nullable Path list;
        private final Spread figures = new Spread();
        private long sent;

        Measured(final String name, final MeasuredServer server, final WrkScript load, final @Nullable Path list) {
            this.name = name;
            this.server = server;
            this.load = load;
            this.list = list;
        }

        /** Returns the CPU time of a request in microseconds. */
        double run(final int seconds) {
            final double before = server.cpuMicros();
            final WrkScript.Found found = load.run(
                    server.url(),
                    seconds,
                    list == null ? List.of() : List.of(list.toString(), String.valueOf(sent % NEW_TOKENS)));
            final double used = server.cpuMicros() - before;
            if (found.errors() > 0 || found.requests() == 0) {
                throw server.failure(
                        "Of " + found.requests() + " requests to " + name + ", " + found.errors() + " failed.");
            }
            sent += found.requests();
            return used / found.requests();
        }
    }

    RequestCosts(
            final Programs programs,
            final SignedTokens tokens,
            final Path folder,
            final Cleanup cleanup,
            final Plan plan,
            final PrintStream out) {
        this.programs = programs;
        this.tokens = tokens;
        this.folder = folder;
        this.cleanup = cleanup;
        this.plan = plan;
        this.out = out;
    }

    void measure(final FigureTable results) {
        final Path list = plan.rows.contains("new-token") ? tokens.file(folder, "new-tokens", NEW_TOKENS) : folder;
        for (int process = 1; process <= plan.processes; process++) {
            try (Cleanup part = cleanup.part()) {
                measureProcess(started(part, list));
            }
            out.println("Processes " + process + " of " + plan.processes + " are measured.");
        }
        micros.forEach((name, figure) -> results.add(name + ", CPU time of a request in microseconds", figure, 2));
        addAims(results);
    }

    private List<Measured> started(final Cleanup part, final Path list) {
        final List<Measured> all = new ArrayList<>();
        final String bearer = "wrk.headers[\"Authorization\"] = \"Bearer " + tokens.signed("ann") + "\"";
        final boolean cached = plan.rows.contains("cached-token");
        if (cached || plan.rows.contains("session") || plan.rows.contains("plugged-in")) {
            final MeasuredServer open = programs.open(part, "none");
            all.add(measured(OPEN, open, "", null));
            if (cached) {
                all.add(measured(OPEN_WITH_HEADER, open, bearer, null));
            }
        }
        if (plan.rows.contains("plugged-in")) {
            all.add(measured(PLUGGED_IN, programs.open(part, "plugged-in"), "", null));
        }
        if (cached) {
            all.add(measured(CACHED, programs.tokens(part), bearer, null));
            all.add(measured(CACHED_BASELINE, programs.baseline(part), bearer, null));
            requireSame(all.get(all.size() - 2), all.get(all.size() - 1), tokens.signed("ann"));
        }
        if (plan.rows.contains("new-token")) {
            all.add(measured(NEW, programs.tokens(part), LIST, list));
            all.add(measured(NEW_BASELINE, programs.baseline(part), LIST, list));
        }
        if (plan.rows.contains("session")) {
            final MeasuredServer sessions = programs.sessions(part, programs.provider(part));
            final String cookie = "wrk.headers[\"Cookie\"] = \"" + Login.cookieOf(sessions) + "\"";
            all.add(measured(SESSION, sessions, cookie, null));
        }
        return all;
    }

    private Measured measured(
            final String name, final MeasuredServer server, final String lua, final @Nullable Path list) {
        final WrkScript load =
                new WrkScript(cleanup, folder, name.replaceAll("\\W+", "-"), lua, plan.connections, list != null);
        return new Measured(name, server, load, list);
    }

    private void measureProcess(final List<Measured> all) {
        all.forEach(measured -> measured.run(plan.warmUp));
        final List<Measured> order = new ArrayList<>(all);
        for (int round = 0; round < plan.rounds; round++) {
            order.forEach(measured -> measured.figures.add(measured.run(plan.seconds)));
            Collections.reverse(order);
        }
        final Map<String, Double> medians = new LinkedHashMap<>();
        all.forEach(measured -> {
            out.println(String.format(
                    Locale.ROOT, "%s: %s microseconds a request.", measured.name, measured.figures.text(2)));
            medians.put(measured.name, measured.figures.median());
            micros.computeIfAbsent(measured.name, name -> new Spread()).add(measured.figures.median());
        });
        addRatio(medians, CACHED, OPEN);
        addRatio(medians, CACHED, OPEN_WITH_HEADER);
        addRatio(medians, CACHED, CACHED_BASELINE);
        addRatio(medians, NEW, NEW_BASELINE);
        addRatio(medians, SESSION, OPEN);
        addRatio(medians, PLUGGED_IN, OPEN);
    }

    private void addRatio(final Map<String, Double> medians, final String one, final String other) {
        final Double cost = medians.get(one);
        final Double otherCost = medians.get(other);
        if (cost != null && otherCost != null) {
            ratios.computeIfAbsent(ratio(one, other), name -> new Spread()).add(cost / otherCost);
        }
    }

    private static String ratio(final String one, final String other) {
        return one + " : " + other;
    }

    private void addAims(final FigureTable results) {
        atMost(results, ratio(CACHED, OPEN), 1.15);
        final Spread header = ratios.get(ratio(CACHED, OPEN_WITH_HEADER));
        if (header != null) {
            results.add(ratio(CACHED, OPEN_WITH_HEADER), header, 2);
        }
        atMost(results, ratio(CACHED, CACHED_BASELINE), 1.10);
        atMost(results, ratio(NEW, NEW_BASELINE), 1.10);
        atMost(results, ratio(SESSION, OPEN), 1.25);
        // 1.00, within the noise of the figures
        atMost(results, ratio(PLUGGED_IN, OPEN), 1.02);
    }

    private void atMost(final FigureTable results, final String name, final double aim) {
        final Spread figure = ratios.get(name);
        if (figure != null) {
            results.atMost(name, figure, aim);
        }
    }

    /** Two programs are comparable only if they give the same response. */
    private static void requireSame(final Measured one, final Measured other, final String token) {
        final String first = response(one.server, token);
        final String second = response(other.server, token);
        if (!first.equals(second)) {
            throw new BenchmarkException("The responses differ: " + one.name + " gives " + first + ", " + other.name
                    + " gives " + second + ".");
        }
    }

    private static String response(final MeasuredServer server, final String token) {
        try {
            final HttpResponse<String> response = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .build()
                    .send(
                            HttpRequest.newBuilder(URI.create(server.url()))
                                    .header("Authorization", "Bearer " + token)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            return response.statusCode() + " "
                    + new TreeSet<>(response.headers().map().keySet()) + " " + response.body();
        } catch (final IOException e) {
            throw new BenchmarkException(server.url() + " cannot be asked for.", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }
}
