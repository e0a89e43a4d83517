package org.jzenith.dev.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Access to the development mode: only by clients of this machine, under its own names; one process, whose settings are edited. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class AllowedHostsTest {

    private static final String RUN =
            "text = \"hello\"; JZenith.application(args).withPlugins(RestPlugin.withResources(Hello.class)).run();";
    private static final String HELLO = "src/main/java/shop/Hello.java";
    private static final String SETTINGS = "src/main/resources/application.properties";

    @TempDir
    static Path directory;

    private static DevelopedProject project;
    private static int further;

    @BeforeAll
    static void start() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            further = socket.getLocalPort();
        }
        project = DevelopedProject.of(directory, RUN);
        project.write(SETTINGS, "rest.listeners.inside.port=" + further + "\n");
        project.build();
        project.start();
        project.awaitLog("Development mode:");
    }

    @AfterAll
    static void stop() throws InterruptedException {
        project.close();
    }

    private static boolean isReachable(final String address, final int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 2_000);
            return true;
        } catch (final IOException e) {
            return false;
        }
    }

    /** The response to a request that arrives in two pieces, until the connection ends. */
    private static String response(final String address, final String headers) throws IOException {
        return response(address, project.port(), headers);
    }

    private static String response(final String address, final int port, final String headers) throws IOException {
        try (Socket socket = new Socket(address, port)) {
            socket.setTcpNoDelay(true);
            final String request = "GET /hello HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n";
            final byte[] bytes = request.getBytes(StandardCharsets.US_ASCII);
            socket.getOutputStream().write(bytes, 0, 3);
            socket.getOutputStream().write(bytes, 3, bytes.length - 3);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void assertServed(final String address, final String host) throws IOException {
        assertThat(response(address, "Host: " + host + "\r\n")).as(host).startsWith("HTTP/1.1 200");
    }

    private static void assertRefused(final String address, final String headers) throws IOException {
        assertThat(response(address, headers))
                .as(headers)
                .startsWith("HTTP/1.1 421 Misdirected Request")
                .contains("Host")
                .doesNotContain("retrun", "Hello.java");
    }

    @Test
    @Order(1)
    void byDefaultOnlyThisMachineIsServedAndOnlyUnderItsOwnNames() throws IOException {
        assertThat(isReachable("127.0.0.2", project.port()))
                .as("from elsewhere")
                .isFalse();
        final String port = ":" + project.port();
        assertServed("127.0.0.1", "localhost" + port);
        assertServed("127.0.0.1", "shop.LOCALHOST");
        assertServed("127.0.0.1", "127.0.0.1" + port);
        assertServed("::1", "[::1]" + port);
        assertServed("::1", "localhost" + port);
        for (final String other : new String[] {"evil.example", "localhost.evil.example" + port, "10.0.0.1", "shop"}) {
            assertRefused("127.0.0.1", "Host: " + other + "\r\n");
        }
        assertRefused("127.0.0.1", "");
        assertRefused("127.0.0.1", "Host: localhost\r\nhost: evil.example\r\n");
        assertThat(project.log()).doesNotContain("Other machines");

        project.edit(HELLO, "return", "retrun");
        assertThat(response("127.0.0.1", "Host: localhost\r\n"))
                .startsWith("HTTP/1.1 500")
                .contains("retrun");
        assertRefused("127.0.0.1", "Host: evil.example\r\n");
        assertRefused("::1", "Host: evil.example" + port + "\r\n");
        project.edit(HELLO, "retrun", "return");
    }

    @Test
    @Order(2)
    void furtherListenersAreOfThisMachineToo() throws IOException {
        assertThat(isReachable("127.0.0.1", further)).isTrue();
        assertThat(isReachable("127.0.0.2", further)).isFalse();
        for (final String own : new String[] {"localhost:" + further, "127.0.0.1", "shop.localhost"}) {
            assertThat(response("127.0.0.1", further, "Host: " + own + "\r\n")).startsWith("HTTP/1.1 200");
        }
        assertThat(response("127.0.0.1", further, "Host: evil.example\r\n"))
                .startsWith("HTTP/1.1 421 Misdirected Request");
        assertThat(project.log())
                .contains("Open at [http://localhost:" + project.port() + ", http://localhost:" + further);
    }

    @Test
    @Order(3)
    void theConfiguredNameIsServed() throws IOException {
        project.write(SETTINGS, "rest.host=127.0.0.2\n");
        DevelopedProject.await("the configured address", () -> isReachable("127.0.0.2", project.port()));
        assertServed("127.0.0.2", "127.0.0.2:" + project.port());
        assertServed("127.0.0.2", "localhost");
        assertRefused("127.0.0.2", "Host: evil.example\r\n");
        assertThat(isReachable("127.0.0.1", project.port())).isFalse();
        assertThat(project.log()).doesNotContain("Other machines");
    }

    @Test
    @Order(4)
    void theConfiguredAddressServesOtherMachinesAndTheLogSaysSo() throws IOException {
        project.write(SETTINGS, "rest.host=0.0.0.0\n");
        project.awaitLog("The development mode listens on 0.0.0.0:" + project.port() + " because of rest.host. Other"
                + " machines can call the application");
        assertServed("127.0.0.2", "localhost");
        assertServed("127.0.0.2", "127.0.0.2:80");
        assertServed("127.0.0.2", "devbox");
        assertRefused("127.0.0.2", "Host: evil.example\r\n");
        project.edit(HELLO, "return", "retrun");
        assertRefused("127.0.0.2", "Host: evil.example\r\n");
        project.edit(HELLO, "retrun", "return");
    }

    @Test
    @Order(5)
    void theSamePortForTwoListenersIsReported() {
        project.write(SETTINGS, "rest.listeners.inside.port=" + project.port() + "\n");
        project.awaitLog("rest.listeners.inside.port is the port of another listener of the application.");
    }
}
