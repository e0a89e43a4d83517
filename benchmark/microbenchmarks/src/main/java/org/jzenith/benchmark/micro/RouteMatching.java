package org.jzenith.benchmark.micro;

import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.route.MethodTable;
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
import org.openjdk.jmh.infra.Blackhole;

/** A path with a parameter among few and many routes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RouteMatching {

    /** The number of routes. */
    @Param({"5", "500"})
    public int routes;

    /** The requested route. */
    @Param({"first", "last"})
    public String which = "first";

    /** The Accept header. */
    @Param({"*/*", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"})
    public String accept = "*/*";

    private MethodTable<String> table = MethodTable.of(List.of());
    private String path = "";

    /** Made by JMH. */
    public RouteMatching() {}

    /** Makes the table. */
    @Setup(Level.Trial)
    public void fill() {
        final List<MethodTable.Entry<String>> methods = new ArrayList<>();
        for (int i = 0; i < routes; i++) {
            final String resource = "/resource" + (1000 + i);
            methods.add(new MethodTable.Entry<>(
                    resource,
                    resource + "/{id}/items",
                    Set.of("GET"),
                    new MethodTable.Body(List.of(), false),
                    new MethodTable.Result(List.of(MediaType.APPLICATION_JSON_TYPE), true, false),
                    resource));
        }
        table = MethodTable.of(methods);
        path = "/resource" + (which.equals("first") ? 1000 : 999 + routes) + "/4711/items";
    }

    /**
     * Matches one path and selects the method.
     *
     * @param blackhole takes what is found
     */
    @Benchmark
    public void match(final Blackhole blackhole) {
        final MethodTable.Match<String> match = Objects.requireNonNull(table.match(path, 0, path.length()));
        blackhole.consume(match.select("GET", null, accept));
        blackhole.consume(match.value(0));
    }

    /**
     * Looks for a path that nothing matches.
     *
     * @return null
     */
    @Benchmark
    public MethodTable.@Nullable Match<String> notFound() {
        return table.match(path, 0, path.length() - 1);
    }
}
