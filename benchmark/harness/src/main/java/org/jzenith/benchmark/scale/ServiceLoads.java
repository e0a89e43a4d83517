package org.jzenith.benchmark.scale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import org.jzenith.benchmark.harness.WrkScript;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.Spread;

/** Loads one, two and three instances in turns. */
final class ServiceLoads {

    private static final int CLIENTS = 16;
    private static final int PAUSED_CLIENTS = 64;

    /** A busy machine may refuse some. */
    private static final double MOST_ERRORS = 0.01;

    private final ScaledService service;
    private final SharedPostgresql database;
    private final Cleanup cleanup;
    private final Map<Run, List<LoadFigures>> figures = new LinkedHashMap<>();
    private long sent;
    private long failed;

    /**
     * A number of instances, and of the event loops of each.
     *
     * @param fitted true if the law is fitted to it, false if it is predicted
     */
    record Setup(int instances, int loops, boolean fitted) {

        static final List<Setup> ALL = List.of(
                new Setup(1, 1, true),
                new Setup(1, 2, true),
                new Setup(2, 1, true),
                new Setup(2, 2, true),
                new Setup(3, 1, false),
                new Setup(3, 2, false));

        int allLoops() {
            return instances * loops;
        }
    }

    private record Run(Setup setup, RequestKind kind, boolean paused) {}

    ServiceLoads(final ScaledService service, final SharedPostgresql database, final Cleanup cleanup) {
        this.service = service;
        this.database = database;
        this.cleanup = cleanup;
    }

    /** Starts the instances of all setups. */
    void start() {
        for (final Setup setup : Setup.ALL) {
            while (service.count(setup.loops()) < setup.instances()) {
                service.start(setup.loops());
            }
        }
        service.awaitAll();
    }

    /** Loads all instances at once with each kind of request, so that the JVM compiles the code. */
    void warmUp(final int times, final int seconds) {
        for (int time = 0; time < times; time++) {
            for (final RequestKind kind : RequestKind.values()) {
                load(service.all(), 2, kind, false, seconds);
            }
        }
    }

    /**
     * Measures all setups, some rounds with each kind.
     *
     * @param paused true for bounded load: the clients of an event loop send about the same number of requests in a second in each setup
     */
    void measure(final int rounds, final int seconds, final boolean paused) {
        final List<Setup> order = new ArrayList<>(Setup.ALL);
        for (int round = 0; round < rounds; round++) {
            for (final RequestKind kind : RequestKind.values()) {
                for (final Setup setup : order) {
                    final LoadFigures found = load(
                            service.instances(setup.instances(), setup.loops()), setup.loops(), kind, paused, seconds);
                    if (found.requests() == 0) {
                        throw new BenchmarkException("No request of the kind " + kind + " got a response in " + seconds
                                + " s. Give more --seconds, or use a machine that is less busy.");
                    }
                    figures.computeIfAbsent(new Run(setup, kind, paused), any -> new ArrayList<>())
                            .add(found);
                }
            }
            Collections.reverse(order);
        }
    }

    private LoadFigures load(
            final List<MeasuredServer> instances,
            final int loops,
            final RequestKind kind,
            final boolean paused,
            final int seconds) {
        final ExecutorService threads = Executors.newFixedThreadPool(instances.size());
        try (Cleanup part = cleanup.part()) {
            part.add("threads", threads::shutdownNow);
            final List<Long> pids = instances.stream().map(MeasuredServer::pid).toList();
            final ProcessorTime instancesBefore = ProcessorTime.of(pids);
            final ProcessorTime databaseBefore = database.processorTime();
            final List<Future<WrkScript.Found>> running = instances.stream()
                    .map(instance -> threads.submit(() -> {
                        final Cleanup own = part.part();
                        return new WrkScript(
                                        own,
                                        own.temporaryFolder(),
                                        "load",
                                        kind.lua(paused),
                                        loops * (paused ? PAUSED_CLIENTS : CLIENTS),
                                        true)
                                .run(instance.origin(), seconds, List.of());
                    }))
                    .toList();
            long requests = 0;
            long errors = 0;
            double longest = 0;
            for (final Future<WrkScript.Found> each : running) {
                final WrkScript.Found found = each.get();
                requests += found.requests();
                errors += found.errors();
                longest = Math.max(longest, found.seconds());
            }
            final LoadFigures found = new LoadFigures(
                    requests,
                    longest,
                    ProcessorTime.of(pids).secondsSince(instancesBefore),
                    database.processorTime().secondsSince(databaseBefore));
            failed += errors;
            sent += requests;
            if (errors > requests * MOST_ERRORS) {
                throw instances
                        .get(0)
                        .failure("Of " + requests + " requests of the kind " + kind + ", " + errors + " failed.");
            }
            return found;
        } catch (final ExecutionException e) {
            throw new BenchmarkException("The load has failed.", e.getCause() == null ? e : e.getCause());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }

    /** Returns a sentence about requests that have failed. */
    String failures() {
        return "Of " + sent + " requests, " + failed + " failed.";
    }

    /** Returns the rounds of a setup. */
    Spread spread(
            final Setup setup,
            final RequestKind kind,
            final boolean paused,
            final ToDoubleFunction<LoadFigures> figure) {
        final Spread spread = new Spread();
        figures.getOrDefault(new Run(setup, kind, paused), List.of())
                .forEach(each -> spread.add(figure.applyAsDouble(each)));
        return spread;
    }

    /**
     * Returns the points of some setups.
     *
     * @param paused false for requests in a second on this machine, whose processors the instances share; true for requests in a second if each
     *     event loop has a processor: the number of event loops times the requests for each second of processor time
     */
    List<ScalePoint> points(final RequestKind kind, final boolean paused, final boolean fitted) {
        return Setup.ALL.stream()
                .filter(setup -> setup.fitted() == fitted)
                .map(setup -> new ScalePoint(
                        setup.allLoops(),
                        paused
                                ? setup.allLoops()
                                        * spread(setup, kind, true, LoadFigures::perInstanceSecond)
                                                .median()
                                : spread(setup, kind, false, LoadFigures::perSecond)
                                        .median()))
                .toList();
    }
}
