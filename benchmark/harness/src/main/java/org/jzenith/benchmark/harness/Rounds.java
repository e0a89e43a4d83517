package org.jzenith.benchmark.harness;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.JvmMemory;
import org.jzenith.benchmark.process.Warming;

/** Loads the contestants in turns: A B A B .., each alone, after all have come to rest. */
final class Rounds {

    private static final int SHORT_SECONDS = 2;
    private static final int TUNING_SECONDS = 2;
    private static final int MEMORY_SECONDS = 10;
    private static final int TUNING_ROUNDS = 5;

    /** Rates that are closer than this change places from run to run. */
    private static final double ALIKE = 0.97;

    private static final int MOST_WARM_UPS = 8;
    private static final List<Integer> CONNECTIONS = List.of(1, 2, 4, 8);
    private static final int MOST_CONNECTIONS = 150;

    private final Options options;
    private final Contestants all;
    private final LoadGenerator load;
    private final String userId;
    private final PrintStream progress;
    private final Results results;

    Rounds(
            final Options options,
            final Contestants all,
            final LoadGenerator load,
            final String userId,
            final PrintStream progress,
            final Results results) {
        this.options = options;
        this.all = all;
        this.load = load;
        this.userId = userId;
        this.progress = progress;
        this.results = results;
    }

    void run(final Map<String, Set<LoadTest>> able, final boolean first) {
        if (options.suite().isService()) {
            runInOneProcess(able, first);
        } else {
            runOneByOne(able);
        }
    }

    /**
     * All tests are warmed up before the first is measured, and the rounds go over all of them: what one test has taught
     * the compiler then holds for every test, as it does in a service that gets requests of all kinds.
     */
    private void runInOneProcess(final Map<String, Set<LoadTest>> able, final boolean first) {
        options.tests().stream().filter(LoadTest::usesDatabase).forEach(this::tune);
        warmUpAll(able);
        for (int round = 1; round <= options.rounds(); round++) {
            for (final LoadTest test : options.tests()) {
                for (final RunningContestant server : contestants(test, able)) {
                    measure(test, round, server);
                }
            }
        }
        if (first) {
            all.servers().forEach(server -> allocations(server, tests(server, able)));
            all.servers()
                    .forEach(server -> tests(server, able).stream()
                            .filter(LoadTest::isStream)
                            .forEach(test -> memory(test, server)));
        }
    }

    /** Warms up all contestants until none gets faster in any test. */
    private void warmUpAll(final Map<String, Set<LoadTest>> able) {
        final Map<String, Warming> states = new HashMap<>();
        boolean faster = true;
        for (int pass = 1; pass <= MOST_WARM_UPS && faster; pass++) {
            say("Warming up, pass %d of at most %d.", pass, MOST_WARM_UPS);
            for (final LoadTest test : options.tests()) {
                for (final RunningContestant server : contestants(test, able)) {
                    final Warming state = states.computeIfAbsent(
                            test + " " + server.contestant().port(), key -> new Warming());
                    state.reached(requestsPerCpuSecond(test, server));
                }
            }
            faster = states.values().stream().anyMatch(Warming::mayGetFaster);
        }
    }

    private double requestsPerCpuSecond(final LoadTest test, final RunningContestant server) {
        final double before = server.figures().cpuSeconds();
        final Wrk.Result load = load(test, server, options.warmUp());
        return load.requests() / (server.figures().cpuSeconds() - before);
    }

    private void allocations(final RunningContestant server, final List<LoadTest> tests) {
        say("Counting the allocations of %s.", server.name());
        try (JvmMemory memory = JvmMemory.of(server.pid())) {
            for (final LoadTest test : tests) {
                final long before = memory.allocated();
                final long requests = load(test, server, SHORT_SECONDS).requests();
                results.allocated(test, server.name(), (double) (memory.allocated() - before) / requests);
            }
        } catch (final BenchmarkException e) {
            progress.println(e.getMessage());
        }
    }

    /** Each second of a load: in the end it is no more than in the beginning, unless something is collected. */
    private void memory(final LoadTest test, final RunningContestant server) {
        say("%s: memory of %s", test.title(), server.name());
        try (JvmMemory memory = JvmMemory.of(server.pid())) {
            final Thread load = new Thread(() -> load(test, server, MEMORY_SECONDS), "load");
            load.start();
            for (int second = 1; second < MEMORY_SECONDS; second++) {
                TimeUnit.SECONDS.sleep(1);
                results.held(
                        test,
                        server.name(),
                        new Results.Held(memory.liveHeap(), server.figures().residentMebibytes()));
            }
            load.join();
        } catch (final BenchmarkException e) {
            progress.println(e.getMessage());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The benchmark was interrupted.", e);
        }
    }

    private List<RunningContestant> contestants(final LoadTest test, final Map<String, Set<LoadTest>> able) {
        return all.servers().stream()
                .filter(server -> tests(server, able).contains(test))
                .toList();
    }

    private static List<LoadTest> tests(final RunningContestant server, final Map<String, Set<LoadTest>> able) {
        return able.getOrDefault(server.name(), Set.of()).stream()
                .filter(server.contestant()::answers)
                .sorted()
                .toList();
    }

    private void runOneByOne(final Map<String, Set<LoadTest>> able) {
        for (final LoadTest test : options.tests()) {
            if (test.usesDatabase()) {
                tune(test);
            }
            final List<RunningContestant> contestants = contestants(test, able);
            contestants.forEach(server -> warmUp(test, server));
            for (int round = 1; round <= options.rounds(); round++) {
                for (final RunningContestant server : contestants) {
                    measure(test, round, server);
                }
            }
        }
        allocations(able);
    }

    /** Few deep pipelines are best for most tests, but not for all, so each is tried. */
    private void tune(final LoadTest test) {
        final int wanted = options.baselineConnections();
        final int chosen = wanted == 0 ? results.connections(test).orElseGet(() -> bestConnections(test)) : wanted;
        all.compareWith(test.level(), chosen);
        results.chose(test, chosen);
    }

    /** Measured in turns, as the contestants are later. */
    private int bestConnections(final LoadTest test) {
        final Map<Integer, List<Sample>> tried = new TreeMap<>();
        for (final int connections : CONNECTIONS) {
            if (connections == 1 || connections * Runtime.getRuntime().availableProcessors() <= MOST_CONNECTIONS) {
                tried.put(connections, new ArrayList<>());
                warmUp(test, all.baseline(test.level(), connections));
            }
        }
        for (int round = 0; round < TUNING_ROUNDS; round++) {
            tried.forEach((connections, samples) ->
                    samples.add(sample(test, all.baseline(test.level(), connections), TUNING_SECONDS)));
        }
        tried.forEach((connections, samples) -> say(
                "%s: baseline with %d connections per event loop: %.0f/s, p99 %s ms",
                test.title(),
                connections,
                Statistics.median(samples, Sample::rate),
                Report.figure("%.2f", Statistics.median(samples, Sample::p99))));
        return best(tried);
    }

    /** The fastest; of those that are as good as that, the one that lets its clients wait least. */
    static int best(final Map<Integer, List<Sample>> tried) {
        final double most = tried.values().stream()
                .mapToDouble(samples -> Statistics.median(samples, Sample::rate))
                .max()
                .orElseThrow();
        return tried.entrySet().stream()
                .filter(entry -> Statistics.median(entry.getValue(), Sample::rate) >= ALIKE * most)
                .min(Comparator.comparingDouble(entry -> Statistics.median(entry.getValue(), Sample::p99)))
                .orElseThrow()
                .getKey();
    }

    /** Warms up one server until it gets no faster: one that was just started compiles for longer. */
    private void warmUp(final LoadTest test, final RunningContestant server) {
        say("%s: warming up %s", test.title(), server.name());
        final Warming state = new Warming();
        for (int i = 0; i < MOST_WARM_UPS && state.mayGetFaster(); i++) {
            state.reached(requestsPerCpuSecond(test, server));
        }
    }

    private void measure(final LoadTest test, final int round, final RunningContestant server) {
        final Sample sample = sample(test, server, options.seconds());
        results.add(test, server.name(), sample);
        say(
                "%s: round %d of %d, %s: %.0f/s, %.0f per CPU second, p99 %s ms, %.0f errors",
                test.title(),
                round,
                options.rounds(),
                server.name(),
                sample.rate(),
                sample.requestsPerCpuSecond(),
                Report.figure("%.2f", sample.p99()),
                sample.errors());
    }

    private Sample sample(final LoadTest test, final RunningContestant server, final int seconds) {
        RunningContestant.awaitIdle(all.running());
        server.figures().resetPeak();
        final double before = server.figures().cpuSeconds();
        final Wrk.Result load = load(test, server, seconds);
        final double cpu = server.figures().cpuSeconds() - before;
        if (load.requests() == 0) {
            throw new BenchmarkException("The contestant " + server.name() + " answered no request of the test "
                    + test.title() + " within " + seconds + " s.");
        }
        return new Sample(load, cpu, server.figures().peakMebibytes());
    }

    /**
     * Measures allocations last, because the management agent that counts them must not run during the other
     * measurements.
     */
    private void allocations(final Map<String, Set<LoadTest>> able) {
        for (final LoadTest test : options.tests()) {
            results.connections(test).ifPresent(connections -> all.compareWith(test.level(), connections));
            for (final RunningContestant server : all.servers()) {
                if (tests(server, able).contains(test)) {
                    allocation(test, server);
                }
            }
        }
    }

    private void allocation(final LoadTest test, final RunningContestant server) {
        try (JvmMemory memory = JvmMemory.of(server.pid())) {
            load(test, server, SHORT_SECONDS);
            final long before = memory.allocated();
            final long requests = load(test, server, SHORT_SECONDS).requests();
            results.allocated(test, server.name(), (double) (memory.allocated() - before) / requests);
        } catch (final BenchmarkException e) {
            progress.println(e.getMessage());
        }
    }

    private Wrk.Result load(final LoadTest test, final RunningContestant server, final int seconds) {
        final LoadRequest request = test.request(userId);
        return load.run(test, request, server.contestant().url(request.protocol(), ""), seconds);
    }

    private void say(final String format, final Object... values) {
        progress.println(String.format(Locale.ROOT, format, values));
    }
}
