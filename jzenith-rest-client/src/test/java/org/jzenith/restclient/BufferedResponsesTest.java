package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.response.ResponseMemoryException;

/** The collected responses of all clients share one limit. */
final class BufferedResponsesTest {

    private static final int HELD = 900 * 1024;
    private static final int OTHER = 300 * 1024;

    private final Semaphore hold = new Semaphore(0);

    /** A service whose responses come slowly. */
    @Path("/held")
    public interface HeldApi {

        @GET
        Single<byte[]> get();
    }

    /** A service whose responses come at once. */
    @Path("/other")
    public interface OtherApi {

        @GET
        Single<byte[]> get();

        @GET
        Flowable<Buffer> pieces();
    }

    private void serve(final RawPeer.Conversation peer) throws IOException, InterruptedException {
        for (String head = peer.head(); !head.isEmpty(); head = peer.head()) {
            final boolean held = head.startsWith("GET /held ");
            final int length = held ? HELD : OTHER;
            peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: " + (length + 1)
                    + "\r\n\r\n");
            peer.send(new byte[length]);
            if (held) {
                hold.acquire();
            }
            peer.send(new byte[1]);
        }
    }

    private static Gauge gauge(final RunningApplication application) {
        return application.get(Gauges.class).all().stream()
                .filter(gauge -> gauge.name().equals("rest-client.buffered-responses"))
                .reduce((one, another) -> {
                    throw new AssertionError("The clients share one gauge.");
                })
                .orElseThrow();
    }

    private static void awaitUsed(final RunningApplication application, final long bytes) {
        final long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (gauge(application).used() != bytes && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        assertThat(gauge(application).used()).isEqualTo(bytes);
    }

    @Test
    void theCallThatGoesOverTheLimitFailsAndTheOthersGoOn() throws Exception {
        try (RawPeer peer = new RawPeer(this::serve);
                RunningApplication application = JZenith.application()
                        .withoutConfigurationFiles()
                        .withPlugins(
                                RestPlugin.withResources(RetriesTest.Other.class),
                                RestClientPlugin.of(HeldApi.class, "held"),
                                RestClientPlugin.of(OtherApi.class, "other"))
                        .withOverridingConfiguration("rest.port", 0)
                        .withOverridingConfiguration("rest-client.max-buffered-responses", "1M")
                        .withOverridingConfiguration("rest-client.held.url", peer.url())
                        .withOverridingConfiguration("rest-client.other.url", peer.url())
                        .run()) {
            assertThat(gauge(application).limit()).isEqualTo(1 << 20);
            final OtherApi other = application.get(OtherApi.class);
            final TestObserver<byte[]> held =
                    application.get(HeldApi.class).get().test();
            awaitUsed(application, HELD);
            assertThatThrownBy(() -> other.get().blockingGet())
                    .isInstanceOf(ResponseMemoryException.class)
                    .isInstanceOf(TemporarilyUnavailable.class)
                    .hasMessageContaining("rest-client.max-buffered-responses, which is 1048576 bytes");
            assertThat(other.pieces().map(Buffer::length).reduce(Integer::sum).blockingGet())
                    .isEqualTo(OTHER + 1);
            hold.release();
            assertThat(held.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
            held.assertValue(body -> body.length == HELD + 1);
            awaitUsed(application, 0);
            assertThat(other.get().blockingGet()).hasSize(OTHER + 1);
            awaitUsed(application, 0);
        }
    }

    @Test
    void aQuarterOfTheHeapIsTheDefault() throws Exception {
        try (RawPeer peer = new RawPeer(this::serve);
                RunningApplication application = JZenith.application()
                        .withoutConfigurationFiles()
                        .withPlugins(
                                RestPlugin.withResources(RetriesTest.Other.class),
                                RestClientPlugin.of(OtherApi.class, "other"))
                        .withOverridingConfiguration("rest.port", 0)
                        .withOverridingConfiguration("rest-client.other.url", peer.url())
                        .run()) {
            assertThat(gauge(application).limit())
                    .isEqualTo(Runtime.getRuntime().maxMemory() / 4);
        }
    }
}
