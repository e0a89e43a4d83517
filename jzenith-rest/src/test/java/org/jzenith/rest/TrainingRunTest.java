package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import java.net.ConnectException;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;

/** The requests that {@code --training-run} sends to the server. */
final class TrainingRunTest {

    @Path("/")
    public static final class Root {

        @GET
        public String get() {
            throw new IllegalStateException("A training run asks nothing of the application's own resources.");
        }
    }

    @PreMatching
    private static final class Visitors implements ContainerRequestFilter, ContainerResponseFilter {

        private final List<String> seen = new CopyOnWriteArrayList<>();

        @Override
        public void filter(final ContainerRequestContext request) {}

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            seen.add(request.getMethod() + " "
                    + request.getUriInfo().getRequestUri().getPath() + " " + response.getStatus());
        }
    }

    @Test
    void aTrainingRunAsksForTheHealthAndForAPathThatDoesNotExistAndStops() {
        final Visitors visitors = new Visitors();
        final int port = run(visitors, "--training-run").port();
        assertThat(visitors.seen).containsExactly("GET /health 200", "GET /path-of-a-training-run 404");
        assertThatThrownBy(() -> new Socket("localhost", port).close()).isInstanceOf(ConnectException.class);
    }

    @Test
    void aTrainingRunStaysUnderTheContextPath() {
        final Visitors visitors = new Visitors();
        run(visitors, "--training-run", "--rest.context-path=/shop/");
        assertThat(visitors.seen).containsExactly("GET /shop/health 200", "GET /shop/path-of-a-training-run 404");
    }

    @Test
    void aTrainingRunDoesNotMindThatTheHealthIsNotServed() {
        final Visitors visitors = new Visitors();
        run(visitors, "--training-run", "--rest.health.enabled=false");
        assertThat(visitors.seen).containsExactly("GET /health 404", "GET /path-of-a-training-run 404");
    }

    private static RunningApplication run(final Visitors visitors, final String... arguments) {
        return JZenith.application(arguments)
                .withPlugins(RestPlugin.withResources(Root.class).withProviders(visitors))
                .withOverridingConfiguration("rest.port", 0)
                .run();
    }
}
