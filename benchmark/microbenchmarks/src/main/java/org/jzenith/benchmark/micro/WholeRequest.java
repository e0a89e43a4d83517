package org.jzenith.benchmark.micro;

import io.reactivex.Single;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.Json;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.util.UUID;
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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The whole way of a request over the loopback interface. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class WholeRequest {

    private static final int DEPTH = 16;
    private static final String ID = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6";

    /** The server: jZenith, or a handler written by hand. */
    @Param({"jzenith", "vertx"})
    public String server = "jzenith";

    /** The requested path. */
    @Param({"/plaintext", "/json", "/users/" + ID})
    public String path = "/plaintext";

    private AutoCloseable running = () -> {};

    @SuppressWarnings("NullAway.Init") // made before the first request
    private Client client;

    /** Starts the server and connects to it. */
    @Setup
    public void open() throws IOException {
        client = Client.of(server.equals("jzenith") ? startJZenith() : startVertx(), path, DEPTH);
    }

    private int startJZenith() {
        final RunningApplication application = JZenith.application("--rest.port=0", "--rest.instances=1")
                .withPlugins(RestPlugin.withResources(Resource.class))
                .withConfiguration("rest.server-header", "jZenith")
                .run();
        running = application;
        return application.port();
    }

    private int startVertx() {
        final Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        final HttpServer started = vertx.createHttpServer()
                .requestHandler(WholeRequest::answer)
                .listen(0)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        running = () -> vertx.close().toCompletionStage().toCompletableFuture().join();
        return started.actualPort();
    }

    /** The work is the same; a date and a server's name are written as well. */
    private static void answer(final HttpServerRequest request) {
        final boolean plain = request.path().equals("/plaintext");
        final Buffer body;
        if (plain) {
            body = Buffer.buffer("Hello, World!");
        } else if (request.path().equals("/json")) {
            body = Json.encodeToBuffer(new Message("Hello, World!"));
        } else {
            final UUID id = UUID.fromString(request.path().substring("/users/".length()));
            body = Json.encodeToBuffer(new Message(id.toString()));
        }
        request.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, plain ? "text/plain;charset=UTF-8" : "application/json")
                .putHeader(HttpHeaders.SERVER, "jZenith")
                .putHeader(HttpHeaders.DATE, "Sat, 21 Nov 2026 03:18:21 GMT")
                .end(body);
    }

    /** One request of sixteen. */
    @Benchmark
    @OperationsPerInvocation(DEPTH)
    public int request() throws IOException {
        return client.ask();
    }

    /** Stops the server. */
    @TearDown
    public void close() throws Exception {
        client.close();
        running.close();
    }

    /** The answer of {@code /json}. */
    public record Message(String message) {}

    /** The resource that does what the handler does. */
    @Singleton
    @Path("/")
    public static final class Resource {

        /** Made by Guice. */
        public Resource() {}

        /** A text. */
        @GET
        @Path("plaintext")
        @Produces("text/plain")
        public Single<String> plaintext() {
            return Single.just("Hello, World!");
        }

        /** An object. */
        @GET
        @Path("json")
        @Produces("application/json")
        public Single<Message> json() {
            return Single.just(new Message("Hello, World!"));
        }

        /** An object that depends on the path. */
        @GET
        @Path("users/{id}")
        @Produces("application/json")
        public Single<Message> user(@PathParam("id") final UUID id) {
            return Single.just(new Message(id.toString()));
        }
    }
}
