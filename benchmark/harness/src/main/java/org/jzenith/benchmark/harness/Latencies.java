package org.jzenith.benchmark.harness;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The latencies of one run in milliseconds, NaN where the load generator has none to tell. */
record Latencies(double mean, double sigma, double p50, double p90, double p99, double p999, double max) {

    static final Latencies NONE =
            new Latencies(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** The figures by their names in a report, in its order. */
    static Map<String, ToDoubleFunction<Latencies>> figures() {
        final Map<String, ToDoubleFunction<Latencies>> figures = new LinkedHashMap<>();
        figures.put("mean", Latencies::mean);
        figures.put("sigma", Latencies::sigma);
        figures.put("p50", Latencies::p50);
        figures.put("p90", Latencies::p90);
        figures.put("p99", Latencies::p99);
        figures.put("p99.9", Latencies::p999);
        figures.put("max", Latencies::max);
        return figures;
    }
}
