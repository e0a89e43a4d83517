package org.jzenith.benchmark.micro;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Whole requests to an application on one event loop: what two paths of it differ in is what a step costs. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Thread)
public abstract class Steps {

    /** The requests in one write: enough to make the cost of a wake-up small for each. */
    private static final int DEPTH = 64;

    private final Class<?> resource;
    private final Object[] providers;

    @SuppressWarnings("NullAway.Init") // made before the first request
    private RunningApplication application;

    @SuppressWarnings("NullAway.Init") // made before the first request
    private Client client;

    Steps(final Class<?> resource, final Object... providers) {
        this.resource = resource;
        this.providers = providers;
    }

    abstract Client connect(int port, int depth) throws IOException;

    /** Starts the application and connects to it. */
    @Setup
    public void open() throws IOException {
        application = JZenith.application("--rest.port=0", "--rest.instances=1")
                .withPlugins(RestPlugin.withResources(resource)
                        .withProviders(providers)
                        .withMapping(RequestKinds.GoneException.class, 410, "It is not there any more."))
                .run();
        client = connect(application.port(), DEPTH);
    }

    /** One request of many. */
    @Benchmark
    @OperationsPerInvocation(DEPTH)
    public int request() throws IOException {
        return client.ask();
    }

    /** Stops the application. */
    @TearDown
    public void close() throws IOException {
        client.close();
        application.close();
    }
}
