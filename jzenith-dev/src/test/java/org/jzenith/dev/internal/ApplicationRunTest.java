package org.jzenith.dev.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.development.DevelopmentSession.Listener;
import org.jzenith.core.problem.StartException;
import org.jzenith.dev.internal.project.Project;
import org.jzenith.dev.internal.proxy.TcpProxies;

/** One start of an application, and what it has around itself. */
final class ApplicationRunTest {

    @TempDir
    Path directory;

    private final TcpProxies proxies = new TcpProxies((proxy, then) -> {});
    private final KeptResources kept = new KeptResources();
    private ApplicationRun run;

    @BeforeEach
    void make() {
        run = new ApplicationRun(
                1,
                new Project(
                        "shop.Shop",
                        List.of(),
                        directory,
                        List.of(),
                        List.of(),
                        directory,
                        directory,
                        List.of(),
                        List.of(),
                        StandardCharsets.UTF_8,
                        true),
                Objects.requireNonNull(getClass().getClassLoader()),
                proxies,
                kept);
    }

    @AfterEach
    void close() {
        proxies.close();
    }

    private static Listener listener(final String host, final int port) {
        return new Listener("rest", "rest.host", host, "rest.port", port, "REST_PORT (environment)");
    }

    /** A class that was deleted, or has changed, is missed when the application stops. */
    @Test
    void anErrorOfAStopDoesNotKeepTheOthersFromStopping() {
        final List<String> stopped = new ArrayList<>();
        run.opened(Map.of(), () -> stopped.add("first"));
        run.opened(Map.of(), () -> {
            throw new NoClassDefFoundError("shop/Gone");
        });
        run.stop(true);
        assertThat(stopped).containsExactly("first");
    }

    @Test
    void anErrorOfWhatIsKeptDoesNotKeepTheOthersFromClosing() {
        final List<String> closed = new ArrayList<>();
        kept.keep("first", AutoCloseable.class, () -> () -> closed.add("first"));
        kept.keep("second", AutoCloseable.class, () -> () -> {
            throw new NoClassDefFoundError("shop/Gone");
        });
        kept.close();
        assertThat(closed).containsExactly("first");
    }

    @Test
    void anAddressThatIsNoneIsAProblemOfTheStart() {
        assertThatThrownBy(() -> proxies.use(listener("127.0.0.1", 99_999), proxy -> {}))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("99999")
                .hasMessageContaining("REST_PORT");
        assertThat(proxies.isEmpty()).isTrue();
    }

    @Test
    void aRefusedAddressLeavesNothingOpen() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> proxies.use(listener("127.0.0.1", taken.getLocalPort()), proxy -> {}))
                        .isInstanceOf(StartException.class)
                        .hasMessageContaining("already in use");
            }
            assertThat(proxies.isEmpty()).isTrue();
        }
    }

    @Test
    void anotherAddressOfTheSamePortTakesItsPlaceAtOnce() throws IOException {
        final int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        for (int i = 0; i < 20; i++) {
            proxies.use(listener(i % 2 == 0 ? "127.0.0.2" : "0.0.0.0", port), proxy -> {});
        }
        assertThat(proxies.isEmpty()).isFalse();
    }

    /** Resources are found as on the class path of any other JVM. */
    @Test
    void resourcesAreThoseBelowTheFolders() throws IOException {
        final ApplicationClassLoader loader = new ApplicationClassLoader(
                List.of(Files.createDirectories(directory.resolve("classes"))),
                Objects.requireNonNull(ClassLoader.getPlatformClassLoader()),
                run);
        final Path secret = Files.writeString(directory.resolve("secret.txt"), "secret");
        Files.writeString(directory.resolve("classes/shop.txt"), "shop");
        assertThat(loader.getResource("shop.txt")).isNotNull();
        assertThat(loader.getResource("../secret.txt")).isNull();
        assertThat(loader.getResource(secret.toString())).isNull();
        assertThat(loader.getResource("shop\0.txt")).isNull();
    }
}
