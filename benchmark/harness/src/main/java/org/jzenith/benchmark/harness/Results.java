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

    private final Map<Test, Map<String, List<Sample>>> samples = new EnumMap<>(Test.class);
    private final Map<Test, Map<String, Double>> allocations = new EnumMap<>(Test.class);
    private final Map<Test, Integer> connections = new EnumMap<>(Test.class);

    void add(final Test test, final String contestant, final Sample sample) {
        samples.computeIfAbsent(test, added -> new LinkedHashMap<>())
                .computeIfAbsent(contestant, added -> new ArrayList<>())
                .add(sample);
    }

    void allocated(final Test test, final String contestant, final double bytesPerRequest) {
        allocations.computeIfAbsent(test, added -> new LinkedHashMap<>()).put(contestant, bytesPerRequest);
    }

    void chose(final Test test, final int connectionsPerEventLoop) {
        connections.put(test, connectionsPerEventLoop);
    }

    Set<Test> tests() {
        return samples.keySet();
    }

    Map<String, List<Sample>> of(final Test test) {
        return samples.getOrDefault(test, Map.of());
    }

    /** Bytes a request. */
    double allocation(final Test test, final String contestant) {
        return allocations.getOrDefault(test, Map.of()).getOrDefault(contestant, Double.NaN);
    }

    OptionalInt connections(final Test test) {
        final Integer chosen = connections.get(test);
        return chosen == null ? OptionalInt.empty() : OptionalInt.of(chosen);
    }
}
