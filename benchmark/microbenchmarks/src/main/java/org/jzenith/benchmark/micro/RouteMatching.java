package org.jzenith.benchmark.micro;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jzenith.rest.route.RouteTable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A path with a parameter among few and many routes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RouteMatching {

    /** How many routes there are. */
    @Param({"5", "500"})
    public int routes;

    /** Which of them is asked for. */
    @Param({"first", "last"})
    public String which = "first";

    private RouteTable<String> table = RouteTable.of(Map.of());
    private String path = "";

    /** Made by JMH. */
    public RouteMatching() {}

    /** Makes the table. */
    @Setup(Level.Trial)
    public void fill() {
        final Map<String, String> templates = new HashMap<>();
        for (int i = 0; i < routes; i++) {
            final String template = "/resource" + (1000 + i) + "/{}/items";
            templates.put(template, template);
        }
        table = RouteTable.of(templates);
        path = "/resource" + (which.equals("first") ? 1000 : 999 + routes) + "/4711/items";
    }

    /**
     * Matches one path.
     *
     * @return what stands there
     */
    @Benchmark
    public RouteTable.Match<String> match() {
        return Objects.requireNonNull(table.match(path, path.length()));
    }
}
