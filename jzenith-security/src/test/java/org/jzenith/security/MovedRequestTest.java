package org.jzenith.security;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.test.JZenithExtension;

/** Path rules decide by the path to which a filter has moved the request. */
final class MovedRequestTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(ReportResource.class).withProviders(Mover.class),
                    SecurityPlugin.create()
                            .withPath("/api/reports", Access.roles("auditor"))
                            .withPath("/api/reports/open", Access.everyone()))
            .withModules(TestUsers.module())
            .withConfiguration("rest.context-path", "/api"));

    @Path("/")
    @Produces("text/plain")
    public static final class ReportResource {

        @GET
        @Path("reports/{id}")
        public String report() {
            return "report";
        }

        @GET
        @Path("news")
        public String news() {
            return "news";
        }
    }

    /** Moves requests to the path in a header. */
    @PreMatching
    public static final class Mover implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            final String to = request.getHeaderString("X-Move-To");
            if (to != null) {
                request.setRequestUri(URI.create(to));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/api/news, reports/17, '', 401",
        "/api/news, reports/17, ann;clerk, 403",
        "/api/news, reports/17, ann;auditor, 200",
        "/api/news, /api/reports/17, '', 401",
        "/api/news, reports;x=y/17, '', 401",
        "/api/news, %72eports/17, '', 404",
        "/api/nothing, reports/17, '', 401",
        "/api/reports/open, reports/17, '', 401",
        "/api/reports/17, news, '', 200",
        "/api/news, reports/open, '', 200"
    })
    void thePathOfTheMethodDecides(final String sent, final String moved, final String user, final int expected)
            throws Exception {
        final RawClient.Answer answer = RawClient.send(
                false,
                APP.http().uri().getPort(),
                "GET",
                sent,
                user.isEmpty() ? Map.of("X-Move-To", moved) : Map.of("X-Move-To", moved, TestUsers.HEADER, user));
        assertThat(answer.status()).as(answer.text()).isEqualTo(expected);
    }
}
