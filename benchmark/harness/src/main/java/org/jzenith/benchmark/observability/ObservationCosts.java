package org.jzenith.benchmark.observability;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jzenith.benchmark.harness.WrkScript;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.Spread;

/** Measures the CPU time of a request: all examples run, and are loaded in turns. */
final class ObservationCosts {

    private static final String PLAIN = "plain";
    private static final String TURNED_OFF = "metrics turned off";
    private static final String METRICS = "metrics";
    private static final String MORE = "more";

    private final ObservedExamples examples;
    private final Path folder;
    private final Cleanup cleanup;
    private final LoadOptions options;
    private final PrintStream out;
    private final Map<String, List<String>> arguments = new LinkedHashMap<>();
    private final Map<String, Spread> micros = new LinkedHashMap<>();
    private final Map<String, Spread> ratios = new LinkedHashMap<>();

    /** An example that is asked for one path. */
    private record Measured(String kind, String path, MeasuredServer server, WrkScript load, Spread figures) {

        private String name() {
            return path + ", " + kind;
        }

        /** Returns the CPU time of a request in microseconds. */
        double run(final int seconds) {
            final double before = server.cpuMicros();
            final WrkScript.Found found = load.run(server.origin() + path, seconds, List.of());
            final double used = server.cpuMicros() - before;
            if (found.errors() > 0 || found.requests() == 0) {
                throw server.failure(
                        "Of " + found.requests() + " requests to " + name() + ", " + found.errors() + " failed.");
            }
            return used / found.requests();
        }
    }

    ObservationCosts(
            final ObservedExamples examples,
            final Path folder,
            final Cleanup cleanup,
            final LoadOptions options,
            final PrintStream out) {
        this.examples = examples;
        this.folder = folder;
        this.cleanup = cleanup;
        this.options = options;
        this.out = out;
        arguments.put(PLAIN, List.of());
        arguments.put(TURNED_OFF, List.of("--rest.admin.port=0", "--metrics.enabled=false", "--admin.enabled=false"));
        arguments.put(METRICS, List.of("--rest.admin.port=0", "--admin.enabled=false"));
        final List<String> more = ObservedExamples.words(options.text("--more", ""));
        if (!more.isEmpty()) {
            arguments.put(MORE, more);
        }
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
        ratios.forEach((name, ratio) -> {
            // 1.00 and 1.04, within the noise of the figures
            if (name.endsWith(TURNED_OFF + " : " + PLAIN)) {
                results.atMost(name, ratio, 1.02);
            } else if (name.endsWith(METRICS + " : " + PLAIN)) {
                results.atMost(name, ratio, 1.04);
            } else {
                results.add(name, ratio, 2);
            }
        });
    }

    private List<Measured> started(final Cleanup part) {
        final List<String> paths = List.of(options.text("--paths", "/json,/db").split(",", -1));
        final List<Measured> all = new ArrayList<>();
        arguments.forEach((kind, added) -> {
            final MeasuredServer server = examples.start(part, added);
            paths.forEach(path -> all.add(new Measured(kind, path, server, load(kind + path), new Spread())));
        });
        return all;
    }

    private WrkScript load(final String name) {
        return new WrkScript(
                cleanup, folder, name.replaceAll("\\W+", "-"), "", options.number("--connections", 64), false);
    }

    private void measureProcess(final List<Measured> all) {
        final int warmUp = options.number("--warm-up", 20);
        final int seconds = options.number("--seconds", 4);
        all.forEach(measured -> measured.run(warmUp));
        final List<Measured> order = new ArrayList<>(all);
        for (int round = 0; round < options.number("--rounds", 5); round++) {
            order.forEach(measured -> measured.figures.add(measured.run(seconds)));
            Collections.reverse(order);
        }
        all.forEach(measured -> {
            out.println(String.format(
                    Locale.ROOT, "%s: %s microseconds a request.", measured.name(), measured.figures.text(2)));
            micros.computeIfAbsent(measured.name(), name -> new Spread()).add(measured.figures.median());
        });
        all.stream().filter(measured -> !measured.kind.equals(PLAIN)).forEach(measured -> addRatio(measured, all));
    }

    private void addRatio(final Measured measured, final List<Measured> all) {
        all.stream()
                .filter(plain -> plain.kind.equals(PLAIN) && plain.path.equals(measured.path))
                .forEach(plain -> ratios.computeIfAbsent(measured.name() + " : " + PLAIN, name -> new Spread())
                        .add(measured.figures.median() / plain.figures.median()));
    }
}
