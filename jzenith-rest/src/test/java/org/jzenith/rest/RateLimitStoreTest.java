package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Module;
import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.jzenith.core.limit.RateLimitStore;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.rest.limit.RateLimit;

/** A store of the application in the place of the memory of each process. */
final class RateLimitStoreTest {

    private final List<String> limits = new CopyOnWriteArrayList<>();
    private final Map<String, AtomicLong> used = new ConcurrentHashMap<>();

    @Path("/")
    @Produces("text/plain")
    public static final class Limited {

        @GET
        @Path("own")
        @RateLimit(permits = 2, per = "1m")
        public String own() {
            return "fine on " + (Thread.currentThread().getName().startsWith("vert.x-eventloop") ? "an" : "no")
                    + " event loop";
        }

        @GET
        @Path("own/{id}")
        @RateLimit(permits = 2, per = "1m")
        public String own(@PathParam("id") final long id) {
            return "fine";
        }
    }

    private RateLimitStore.Taken taken(final String limit, final long permits, final Duration time, final String key) {
        final long left = permits
                - used.computeIfAbsent(limit + " " + key, first -> new AtomicLong())
                        .incrementAndGet();
        return new RateLimitStore.Taken(Math.max(-1, left), time.toNanos(), left < 0 ? time.toNanos() / permits : 0);
    }

    /** Answers on another thread, as a server does. */
    private final Module shared = binder -> binder.bind(RateLimitStore.class).toInstance((limit, permits, time) -> {
        limits.add(limit);
        return key -> Single.timer(1, TimeUnit.MILLISECONDS).map(late -> taken(limit, permits, time, key));
    });

    private static RunningServer server(final Module module) {
        return RunningServer.of(RestPlugin.withResources(Limited.class), Map.of(), module);
    }

    @Test
    void instancesWithOneStoreShareTheirPermits() {
        try (RunningServer one = server(shared);
                RunningServer other = server(shared)) {
            final RunningServer.Answer first = one.get("/own");
            assertThat(first.status()).isEqualTo(200);
            assertThat(first.body()).isEqualTo("fine on an event loop");
            assertThat(first.header("RateLimit-Policy")).isEqualTo("\"default\";q=2;w=60");
            assertThat(first.header("RateLimit")).isEqualTo("\"default\";r=1;t=60");
            assertThat(other.get("/own").header("RateLimit")).isEqualTo("\"default\";r=0;t=60");
            final RunningServer.Answer refused = one.get("/own");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("Retry-After")).isEqualTo("30");
            assertThat(one.get("/own/1").status()).isEqualTo(200);
        }
        final String name = Limited.class.getName() + ".own";
        assertThat(limits).containsExactlyInAnyOrder(name + "()", name + "()", name + "(long)", name + "(long)");
    }

    @Test
    void aStoreMayAnswerAtOnce() {
        final Module local = binder -> binder.bind(RateLimitStore.class)
                .toInstance((limit, permits, time) -> new RateLimitStore.Counter() {
                    @Override
                    public RateLimitStore.Taken takeNow(final String key) {
                        return taken(limit, permits, time, key);
                    }

                    @Override
                    public Single<RateLimitStore.Taken> take(final String key) {
                        return Single.error(new AssertionError("It has answered at once."));
                    }
                });
        try (RunningServer server = server(local)) {
            assertThat(List.of(
                            server.get("/own").status(),
                            server.get("/own").status(),
                            server.get("/own").status()))
                    .containsExactly(200, 200, 429);
        }
    }

    private static final class StoreAwayException extends RuntimeException implements TemporarilyUnavailable {

        private static final long serialVersionUID = 1L;
    }

    @Test
    void aStoreThatFailsFailsTheRequest() {
        final Module away = binder -> binder.bind(RateLimitStore.class)
                .toInstance((limit, permits, time) -> key -> Single.error(new StoreAwayException()));
        try (RunningServer server = server(away)) {
            assertThat(server.get("/own").status()).isEqualTo(503);
        }
    }
}
