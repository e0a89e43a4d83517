package org.jzenith.benchmark.observability;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jzenith.benchmark.harness.WrkScript;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.JvmMemory;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.Spread;
import org.jzenith.benchmark.process.Warming;

/** Measures the CPU time and the allocation of a request: all programs run, and are loaded in turns. */
final class ObservationCosts {

    private static final String PLAIN = "plain";
    private static final String METRICS = "metrics";
    private static final String VERTX_WEB = "Vert.x Web";
    private static final String VERTX_WEB_METRICS = "Vert.x Web with Micrometer";
    private static final String ADMIN = "--rest.admin.port=0";
    private static final String NO_PAGE = "--admin.enabled=false";
    private static final String JSON = MeasuredServer.PATH;

    /** Metrics may take this part of what they take on Vert.x Web. */
    private static final double PART_OF_PEER = 0.33;

    private static final double MOST_BYTES = 200;
    private static final int MOST_WARM_UPS = 12;

    private final ObservedPrograms programs;
    private final Path folder;
    private final Cleanup cleanup;
    private final LoadOptions options;
    private final PrintStream out;
    private final List<Kind> kinds = new ArrayList<>();
    private final Map<String, Spread> micros = new LinkedHashMap<>();
    private final Map<String, Spread> bytes = new LinkedHashMap<>();

    /** By the name of the row. */
    private final Map<String, Ratio> ratios = new LinkedHashMap<>();

    private final Spread partsOfPeer = new Spread();
    private final Spread addedBytes = new Spread();

    /**
     * A program.
     *
     * @param without the name of the program that it is compared with; its own if there is none
     * @param aims the largest ratio of each path
     */
    private record Kind(
            String name, String without, Map<String, Double> aims, Function<Cleanup, MeasuredServer> starter) {}

    private record Ratio(double aim, Spread figures) {}

    /** A program that is asked for one path. */
    private record Measured(Kind kind, String path, MeasuredServer server, WrkScript load, Spread figures) {

        private String name() {
            return path + ", " + kind.name();
        }

        /** Returns the CPU time of a request in microseconds. */
        double run(final int seconds) {
            final double before = server.cpuMicros();
            final long requests = load(seconds);
            return (server.cpuMicros() - before) / requests;
        }

        /** Returns the bytes that a request allocates. */
        double allocation(final int seconds) {
            try (JvmMemory memory = JvmMemory.of(server.pid())) {
                final long before = memory.allocated();
                final long requests = load(seconds);
                return (memory.allocated() - before) / (double) requests;
            }
        }

        private long load(final int seconds) {
            final WrkScript.Found found = load.run(server.origin() + path, seconds, List.of());
            if (found.errors() > 0 || found.requests() == 0) {
                throw server.failure(
                        "Of " + found.requests() + " requests to " + name() + ", " + found.errors() + " failed.");
            }
            return found.requests();
        }
    }

    /**
     * Creates the measurement.
     *
     * @param collector the endpoint of the traces
     */
    ObservationCosts(
            final ObservedPrograms programs,
            final String collector,
            final Path folder,
            final Cleanup cleanup,
            final LoadOptions options,
            final PrintStream out) {
        this.programs = programs;
        this.folder = folder;
        this.cleanup = cleanup;
        this.options = options;
        this.out = out;
        final String endpoint = "--tracing.endpoint=" + collector;
        final String ratio = "--tracing.ratio=0.01";
        addExample(PLAIN, Map.of(), List.of());
        // 1.00, within the noise of the figures
        addExample(
                "metrics turned off",
                Map.of(JSON, 1.02, "/db", 1.02),
                List.of(ADMIN, NO_PAGE, "--metrics.enabled=false"));
        addExample(METRICS, Map.of(JSON, 1.04, "/db", 1.04), List.of(ADMIN, NO_PAGE));
        addExample("traces of 1 %", Map.of(JSON, 1.06, "/db", 1.06), List.of(endpoint, ratio));
        addExample(
                "metrics, traces, access log in JSON",
                Map.of(JSON, 1.15, "/db", 1.08),
                List.of(ADMIN, NO_PAGE, endpoint, ratio, "--rest.access-log.format=json"));
        final List<String> more = ObservedPrograms.words(options.text("--more", ""));
        if (!more.isEmpty()) {
            addExample("more", Map.of(), more);
        }
        kinds.add(new Kind(VERTX_WEB, VERTX_WEB, Map.of(), part -> programs.vertxWeb(part, false)));
        kinds.add(new Kind(VERTX_WEB_METRICS, VERTX_WEB, Map.of(), part -> programs.vertxWeb(part, true)));
    }

    private void addExample(final String name, final Map<String, Double> aims, final List<String> arguments) {
        kinds.add(new Kind(name, PLAIN, aims, part -> programs.example(part, arguments)));
    }

    void measure(final FigureTable results) {
        final int processes = options.number("--processes", 3);
        for (int process = 1; process <= processes; process++) {
            try (Cleanup part = cleanup.part()) {
                measureProcess(started(part));
            }
            out.println("Processes " + process + " of " + processes + " are measured.");
        }
        micros.forEach((name, figure) -> results.add(name + ", CPU time of a request in microseconds", figure, 2));
        bytes.forEach((name, figure) -> results.add(name + ", bytes allocated for a request", figure, 0));
        ratios.forEach((name, ratio) -> {
            if (Double.isNaN(ratio.aim)) {
                results.add(name, ratio.figures, 2);
            } else {
                results.atMost(name, ratio.figures, ratio.aim);
            }
        });
        results.atMost(JSON + ", bytes that metrics allocate", addedBytes, MOST_BYTES);
        results.atMost(JSON + ", what metrics take : what Micrometer takes on Vert.x Web", partsOfPeer, PART_OF_PEER);
    }

    private List<Measured> started(final Cleanup part) {
        final List<String> paths = List.of(options.text("--paths", "/json,/db").split(",", -1));
        final List<Measured> all = new ArrayList<>();
        kinds.forEach(kind -> {
            final MeasuredServer server = kind.starter().apply(part);
            paths.stream()
                    .filter(path -> kind.without().equals(PLAIN) || path.equals(JSON))
                    .forEach(path -> all.add(new Measured(kind, path, server, load(kind.name() + path), new Spread())));
        });
        return all;
    }

    private WrkScript load(final String name) {
        return new WrkScript(
                cleanup, folder, name.replaceAll("\\W+", "-"), "", options.number("--connections", 64), false);
    }

    private void measureProcess(final List<Measured> all) {
        final int seconds = options.number("--seconds", 4);
        warmUp(all);
        final List<Measured> order = new ArrayList<>(all);
        for (int round = 0; round < options.number("--rounds", 5); round++) {
            order.forEach(measured -> measured.figures.add(measured.run(seconds)));
            Collections.reverse(order);
        }
        final Map<String, Double> allocated = new LinkedHashMap<>();
        all.forEach(measured -> allocated.put(measured.name(), measured.allocation(seconds)));
        all.forEach(measured -> {
            out.println(String.format(
                    Locale.ROOT, "%s: %s microseconds a request.", measured.name(), measured.figures.text(2)));
            spread(micros, measured).add(measured.figures.median());
            spread(bytes, measured).add(allocated.getOrDefault(measured.name(), Double.NaN));
        });
        all.stream()
                .filter(measured -> !measured.kind.without().equals(measured.kind.name()))
                .forEach(measured -> addRatio(measured, all));
        final boolean hasJson = all.stream().anyMatch(measured -> measured.path.equals(JSON));
        if (hasJson) {
            addedBytes.add(allocated.getOrDefault(JSON + ", " + METRICS, Double.NaN)
                    - allocated.getOrDefault(JSON + ", " + PLAIN, Double.NaN));
            partsOfPeer.add((median(all, METRICS) - median(all, PLAIN))
                    / (median(all, VERTX_WEB_METRICS) - median(all, VERTX_WEB)));
        }
    }

    /** Loads all programs in turns until none gets faster: the code that exports traces is compiled late. */
    private void warmUp(final List<Measured> all) {
        final int seconds = options.number("--warm-up", 5);
        final Map<Measured, Warming> states = new LinkedHashMap<>();
        all.forEach(measured -> states.put(measured, new Warming()));
        for (int pass = 1; pass <= MOST_WARM_UPS && states.values().stream().anyMatch(Warming::mayGetFaster); pass++) {
            out.println("Warming up, pass " + pass + " of at most " + MOST_WARM_UPS + ".");
            states.forEach((measured, state) -> state.reached(1 / measured.run(seconds)));
        }
    }

    private static Spread spread(final Map<String, Spread> figures, final Measured measured) {
        return figures.computeIfAbsent(measured.name(), name -> new Spread());
    }

    private void addRatio(final Measured measured, final List<Measured> all) {
        final String without = measured.kind.without();
        final double aim = measured.kind.aims().getOrDefault(measured.path, Double.NaN);
        ratios.computeIfAbsent(measured.name() + " : " + without, name -> new Ratio(aim, new Spread()))
                .figures
                .add(measured.figures.median()
                        / figures(all, without, measured.path).median());
    }

    private static double median(final List<Measured> all, final String kind) {
        return figures(all, kind, JSON).median();
    }

    private static Spread figures(final List<Measured> all, final String kind, final String path) {
        return all.stream()
                .filter(each -> each.kind.name().equals(kind) && each.path.equals(path))
                .findFirst()
                .map(Measured::figures)
                .orElseThrow(
                        () -> new BenchmarkException("The program '" + kind + "' was not measured with " + path + "."));
    }
}
