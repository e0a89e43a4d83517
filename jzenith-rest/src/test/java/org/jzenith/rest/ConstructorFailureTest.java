package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.UriInfo;
import org.junit.jupiter.api.Test;

/** Exceptions of resource constructors are mapped like those of methods. */
final class ConstructorFailureTest {

    static final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static void fail(final String how) {
        if ("mapped".equals(how)) {
            throw new Lost();
        }
        if ("forbidden".equals(how)) {
            throw new ForbiddenException();
        }
    }

    @Path("guice")
    public static final class ByGuice {
        @Inject
        ByGuice(final UriInfo uri) {
            fail(uri.getQueryParameters().getFirst("how"));
        }

        @GET
        public String get() {
            return "made";
        }
    }

    @Path("request")
    public static final class OfRequest {
        public OfRequest(@QueryParam("how") final String how) {
            fail(how);
        }

        @GET
        public String get() {
            return "made";
        }
    }

    @Test
    void aConstructorThatThrowsIsMapped() {
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(ByGuice.class, OfRequest.class).withMapping(Lost.class, 410))) {
            assertThat(server.get("/request?how=fine").status()).isEqualTo(200);
            assertThat(server.get("/request?how=mapped").status()).isEqualTo(410);
            assertThat(server.get("/request?how=forbidden").status()).isEqualTo(403);
            assertThat(server.get("/guice?how=fine").status()).isEqualTo(200);
            assertThat(server.get("/guice?how=forbidden").status()).isEqualTo(403);
            assertThat(server.get("/guice?how=mapped").status()).isEqualTo(410);
        }
    }
}
