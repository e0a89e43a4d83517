package org.jzenith.benchmark.micro;

import jakarta.ws.rs.PathParam;
import java.lang.annotation.Annotation;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jboss.resteasy.core.StringParameterInjector;
import org.jboss.resteasy.core.providerfactory.ResteasyProviderFactoryImpl;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the conversion of a path parameter to a UUID or a number. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class ParameterConversion {

    private final StringParameterInjector uuids = injector(UUID.class);
    private final StringParameterInjector numbers = injector(int.class);
    private final String uuid = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6";
    private final String number = "4711";

    private static StringParameterInjector injector(final Class<?> type) {
        return new StringParameterInjector(
                type, type, "id", PathParam.class, null, null, new Annotation[0], new ResteasyProviderFactoryImpl());
    }

    /** Converts a UUID with RESTEasy's injector. */
    @Benchmark
    public Object uuidByResteasy() {
        return uuids.extractValue(uuid);
    }

    /** The least that it can cost. */
    @Benchmark
    public Object uuidByItself() {
        return UUID.fromString(uuid);
    }

    /** Converts a number with RESTEasy's injector. */
    @Benchmark
    public Object numberByResteasy() {
        return numbers.extractValue(number);
    }

    /** The least that it can cost. */
    @Benchmark
    public Object numberByItself() {
        return Integer.valueOf(number);
    }
}
