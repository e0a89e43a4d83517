package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The Date and Server headers of every response (RFC 9110, 6.6.1 and 10.2.4). */
final class ServerHeadersTest {

    @RegisterExtension
    final JZenithExtension app =
            JZenithExtension.of(() -> JZenith.application().withPlugins(RestPlugin.withResources(Greeting.class)));

    @RegisterExtension
    final JZenithExtension named = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(Greeting.class))
            .withConfiguration("rest.server-header", "greeter/1.0"));

    @Test
    void everyAnswerHasTheDateAlsoAnError() {
        for (final String path : new String[] {"/greeting", "/nothing-here"}) {
            final TestResponse answer = app.http().get(path);
            final Instant date = ZonedDateTime.parse(
                            answer.header("Date").orElseThrow(), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            assertThat(Duration.between(date, Instant.now()).abs()).isLessThan(Duration.ofMinutes(1));
        }
    }

    @Test
    void serverIsNamedOnlyWhereConfigured() {
        assertThat(app.http().get("/greeting").header("Server")).isEmpty();
        assertThat(named.http().get("/greeting").header("Server")).contains("greeter/1.0");
    }

    @Test
    void whatTheApplicationSaysItselfIsSaidOnce() {
        final HttpHeaders headers = named.http().get("/greeting/forwarded").headers();
        assertThat(headers.allValues("Date")).containsExactly("Sun, 06 Nov 1994 08:49:37 GMT");
        assertThat(headers.allValues("Server")).containsExactly("origin/2.0");
    }

    /** Says hello. */
    @Path("/greeting")
    public static final class Greeting {
        @GET
        public Single<String> hello() {
            return Single.just("hello");
        }

        @GET
        @Path("forwarded")
        public Response forwarded() {
            return Response.ok("hello")
                    .header("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
                    .header("Server", "origin/2.0")
                    .build();
        }
    }
}
