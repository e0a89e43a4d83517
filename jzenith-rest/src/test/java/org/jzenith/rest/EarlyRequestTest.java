package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Injector;
import io.reactivex.Completable;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.Endpoints;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.plugin.BackgroundWork;

/** Clients that connect while the application is still starting. */
final class EarlyRequestTest {

    @Path("/")
    public static final class Greeting {

        @GET
        public String greet() {
            return "Hello";
        }
    }

    /** Sends a request when the listeners are open, and looks for a response. */
    private static final class EarlyClient implements Plugin, BackgroundWork, AutoCloseable {

        private final String name;
        private final @Nullable RuntimeException failure;
        private @Nullable Socket socket;
        private boolean answered;

        EarlyClient(final String name, final @Nullable RuntimeException failure) {
            this.name = name;
            this.failure = failure;
        }

        @Override
        public String name() {
            return "early-client";
        }

        @Override
        public Completable begin(final Injector injector) {
            return Completable.fromAction(() -> {
                final URI address = Objects.requireNonNull(
                        injector.getInstance(Endpoints.class).all().get(name));
                final Socket client = new Socket("localhost", address.getPort());
                socket = client;
                client.getOutputStream()
                        .write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                client.setSoTimeout(300);
                try {
                    answered = client.getInputStream().read() >= 0;
                } catch (final SocketTimeoutException e) {
                    answered = false;
                }
                client.setSoTimeout(10_000);
                if (failure != null) {
                    throw failure;
                }
            });
        }

        InputStream response() throws IOException {
            return Objects.requireNonNull(socket).getInputStream();
        }

        @Override
        public void close() throws IOException {
            Objects.requireNonNull(socket).close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rest", "rest.admin"})
    void aRequestDuringTheStartIsAnsweredWhenTheApplicationIsComplete(final String listener) throws Exception {
        try (EarlyClient client = new EarlyClient(listener, null)) {
            final RunningApplication application = JZenith.application()
                    .withPlugins(
                            RestPlugin.withResources(Greeting.class),
                            RestPlugin.named("admin").withResources(Greeting.class),
                            client)
                    .withConfiguration("rest.port", 0)
                    .withConfiguration("rest.admin.port", 0)
                    .run();
            try {
                assertThat(client.answered).isFalse();
                assertThat(new String(client.response().readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 200 OK\r\n")
                        .endsWith("Hello");
            } finally {
                application.stop();
            }
        }
    }

    @Test
    void aRequestIsNotAnsweredByAnApplicationWhoseStartFails() throws Exception {
        try (EarlyClient client = new EarlyClient("rest", new IllegalStateException("no work"))) {
            assertThatThrownBy(() -> JZenith.application()
                            .withPlugins(RestPlugin.withResources(Greeting.class), client)
                            .withConfiguration("rest.port", 0)
                            .run())
                    .hasMessageContaining("no work");
            assertThat(client.answered).isFalse();
            int first;
            try {
                first = client.response().read();
            } catch (final java.net.SocketException e) {
                first = -1; // reset
            }
            assertThat(first).isEqualTo(-1);
        }
    }
}
