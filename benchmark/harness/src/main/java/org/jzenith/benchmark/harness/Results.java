package org.jzenith.benchmark.harness;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** All samples of a run, by test and contestant, in the order in which they were taken. */
final class Results {

    private final Map<LoadTest, Map<String, List<Sample>>> samples = new EnumMap<>(LoadTest.class);
    private final Map<LoadTest, Map<String, List<Double>>> allocations = new EnumMap<>(LoadTest.class);
    private final Map<LoadTest, Map<String, List<Held>>> held = new EnumMap<>(LoadTest.class);
    private final Map<LoadTest, Integer> connections = new EnumMap<>(LoadTest.class);

    /** The memory of a contestant at a time of a load, in MiB: objects in use, and pages of the process. */
    record Held(double liveHeap, double resident) {}

    void held(final LoadTest test, final String contestant, final Held memory) {
        held.computeIfAbsent(test, added -> new LinkedHashMap<>())
                .computeIfAbsent(contestant, added -> new ArrayList<>())
                .add(memory);
    }

    /** Returns the measurements of a test, in the order of time. */
    Map<String, List<Held>> held(final LoadTest test) {
        return held.getOrDefault(test, Map.of());
    }

    void add(final LoadTest test, final String contestant, final Sample sample) {
        samples.computeIfAbsent(test, added -> new LinkedHashMap<>())
                .computeIfAbsent(contestant, added -> new ArrayList<>())
                .add(sample);
    }

    void allocated(final LoadTest test, final String contestant, final double bytesPerRequest) {
        allocations
                .computeIfAbsent(test, added -> new LinkedHashMap<>())
                .computeIfAbsent(contestant, added -> new ArrayList<>())
                .add(bytesPerRequest);
    }

    void chose(final LoadTest test, final int connectionsPerEventLoop) {
        connections.put(test, connectionsPerEventLoop);
    }

    Set<LoadTest> tests() {
        return samples.keySet();
    }

    Map<String, List<Sample>> of(final LoadTest test) {
        return samples.getOrDefault(test, Map.of());
    }

    /** Bytes a request. */
    double allocation(final LoadTest test, final String contestant) {
        return Statistics.median(
                allocations.getOrDefault(test, Map.of()).getOrDefault(contestant, List.of()), Double::doubleValue);
    }

    OptionalInt connections(final LoadTest test) {
        final Integer chosen = connections.get(test);
        return chosen == null ? OptionalInt.empty() : OptionalInt.of(chosen);
    }
}
