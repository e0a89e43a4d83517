package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.RuntimeDelegate;
import jakarta.ws.rs.ext.RuntimeDelegate.HeaderDelegate;
import java.net.HttpCookie;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.RunningServer.Answer;
import org.jzenith.rest.internal.resteasy.SetCookieHeader;

/** Cookies are sent as RFC 6265 has them. */
final class SetCookieTest {

    private static RunningServer server;

    @Path("/")
    public static final class Cookies {

        @GET
        @Path("whole")
        @SuppressWarnings("deprecation") // comment and version, which applications of RFC 2109 give
        public Response whole(@QueryParam("version") @DefaultValue("1") final int version) {
            return Response.noContent()
                    .cookie(new NewCookie.Builder("a")
                            .value("b")
                            .path("/x")
                            .domain("example.org")
                            .version(version)
                            .comment("why")
                            .maxAge(60)
                            .expiry(Date.from(Instant.parse("2026-01-02T03:04:05Z")))
                            .secure(true)
                            .httpOnly(true)
                            .sameSite(NewCookie.SameSite.LAX)
                            .build())
                    .build();
        }

        @GET
        @Path("value")
        public Response value(@QueryParam("value") final String value, @QueryParam("path") final String path) {
            return Response.noContent()
                    .cookie(new NewCookie.Builder("a").value(value).path(path).build())
                    .build();
        }

        @GET
        @Path("several")
        public Response several() {
            return Response.noContent()
                    .cookie(
                            new NewCookie.Builder("a").value("1").build(),
                            new NewCookie.Builder("b").value("2").maxAge(0).build())
                    .build();
        }
    }

    public static final class ShowsCookies implements ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().putSingle("X-Cookies", String.valueOf(response.getHeaderString("Set-Cookie")));
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Cookies.class).withProviders(new ShowsCookies()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void allAttributesButTheVersionAreSent(final int version) {
        final Answer answer = server.get("/whole?version=" + version);
        assertThat(answer.header("Set-Cookie"))
                .isEqualTo(
                        "a=b; Path=/x; Domain=example.org; Max-Age=60; Expires=Fri, 02 Jan 2026 03:04:05 GMT; Secure; "
                                + "HttpOnly; SameSite=Lax; Comment=why");
        assertThat(answer.header("X-Cookies")).as("what a filter is told").startsWith("a=b;Version=" + version + ";");
        assertThat(HttpCookie.parse("Set-Cookie: " + answer.header("Set-Cookie")))
                .singleElement()
                .satisfies(cookie -> assertThat(cookie.getMaxAge()).isEqualTo(60));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "b         | b",
                "YQ==      | YQ==",
                "a:b/c@d?e | a:b/c@d?e",
                "[1]       | [1]",
                "a b       | \"a b\"",
                "\"a\"     | \"a\"",
                "{\"a\":1} | \"{\"a\":1}\"",
            })
    void aValueHasQuotesOnlyWhereItNeedsThem(final String value, final String sent) {
        assertThat(server.get("/value?value=" + URLEncoder.encode(value, StandardCharsets.UTF_8))
                        .header("Set-Cookie"))
                .isEqualTo("a=" + sent);
    }

    @Test
    void severalCookiesAreSeveralHeaders() {
        assertThat(server.get("/several").response().headers().allValues("Set-Cookie"))
                .isEqualTo(List.of("a=1", "b=2; Max-Age=0"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "value=a%3B%20Domain%3Dexample.org",
                "value=%22a%3B%20Secure%22",
                "value=a%0D%0AX-Bad:%201",
                "value=a&path=/%3B%20Domain%3Dexample.org"
            })
    void textThatWouldEndAValueIsNotSent(final String query) {
        final Answer answer = server.get("/value?" + query);
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.response().headers().allValues("Set-Cookie")).isEmpty();
        assertThat(server.get("/several").status()).isEqualTo(204);
    }

    @Test
    void aCookieIsReadAsItIsWritten() {
        final HeaderDelegate<NewCookie> header =
                new SetCookieHeader(RuntimeDelegate.getInstance().createHeaderDelegate(NewCookie.class));
        final NewCookie cookie = new NewCookie.Builder("a")
                .value("b")
                .path("/")
                .maxAge(3)
                .expiry(Date.from(Instant.parse("2026-01-02T03:04:05Z")))
                .httpOnly(true)
                .sameSite(NewCookie.SameSite.STRICT)
                .build();
        assertThat(header.fromString(header.toString(cookie))).isEqualTo(cookie);
        assertThat(header.fromString("a=b; Expires=Fri, 02-Jan-2026 03:04:05 GMT")
                        .getExpiry())
                .isEqualTo(cookie.getExpiry());
        assertThat(header.fromString("a=b; Expires=never").getExpiry()).isNull();
    }

    /** One of the application's own wins. */
    @Test
    void anApplicationCanWriteCookiesItself() {
        try (RunningServer own =
                RunningServer.of(RestPlugin.withResources(Cookies.class).withProviders(new OwnCookies()))) {
            assertThat(own.get("/several").response().headers().allValues("Set-Cookie"))
                    .isEqualTo(List.of("own", "own"));
        }
    }

    public static final class OwnCookies implements HeaderDelegate<NewCookie> {

        @Override
        public NewCookie fromString(final String value) {
            throw new IllegalArgumentException(value);
        }

        @Override
        public String toString(final NewCookie value) {
            return "own";
        }
    }
}
