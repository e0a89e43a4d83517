package org.jzenith.benchmark.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.benchmark.process.Cleanup;

/** The network between the measured clients and their database. */
final class DelayingProxyTest {

    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    @Test
    void whatTheServerSendsArrivesCompleteAndNotTooEarly() throws IOException {
        final byte[] sent = "0123456789".repeat(50_000).getBytes(StandardCharsets.US_ASCII);
        try (Cleanup cleanup = new Cleanup();
                ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final DelayingProxy proxy = DelayingProxy.start(
                    cleanup, server.getInetAddress().getHostAddress(), server.getLocalPort(), DELAY_NANOS);
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
                    Socket accepted = server.accept()) {
                client.getOutputStream().write(1);
                assertThat(accepted.getInputStream().read()).isEqualTo(1);
                final long begin = System.nanoTime();
                accepted.getOutputStream().write(sent);
                accepted.shutdownOutput();
                assertThat(client.getInputStream().readAllBytes()).isEqualTo(sent);
                assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(DELAY_NANOS);
            }
        }
    }
}
