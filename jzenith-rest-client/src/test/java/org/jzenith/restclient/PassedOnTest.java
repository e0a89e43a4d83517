package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.response.UnreadableResponseException;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** A resource can return the response of another service: what belongs to the connection does not travel on. */
final class PassedOnTest {

    /** Headers by which a service speaks for its own origin to a browser. */
    private static final String OF_ORIGIN = "Set-Cookie: session=evil\r\nSet-Cookie: b=2\r\nSet-Cookie2: c=3\r\n"
            + "Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Credentials: true\r\n"
            + "Strict-Transport-Security: max-age=1\r\nAlt-Svc: h3=\":443\"\r\nClear-Site-Data: \"*\"\r\n"
            + "Timing-Allow-Origin: *\r\nCross-Origin-Resource-Policy: cross-origin\r\nService-Worker-Allowed: /\r\n"
            + "Permissions-Policy: camera=*\r\nReport-To: {}\r\nReporting-Endpoints: a=\"https://peer.example\"\r\nNEL: {}\r\n";

    /** Headers that speak to the peer's own proxies, or of them. */
    private static final String OF_PROXIES = "Proxy-Authenticate: Basic\r\nProxy-Status: peer\r\nVia: 1.1 peer\r\n"
            + "X-Accel-Redirect: /secret\r\nX-Accel-Buffering: no\r\nX-Sendfile: /etc/passwd\r\n"
            + "X-Lighttpd-Send-File: /etc/passwd\r\nX-Reproxy-URL: http://169.254.169.254/\r\n";

    /** Headers that each service sets itself. */
    private static final List<String> OF_SERVICE = List.of(
            "Server",
            "Date",
            "X-Request-Id",
            "X-Content-Type-Options",
            "X-Frame-Options",
            "Referrer-Policy",
            "Content-Security-Policy",
            "Content-Security-Policy-Report-Only");

    private static final RawPeer PEER;

    static {
        try {
            PEER = new RawPeer(peer -> {
                if (peer.head().startsWith("GET /stock/gzip ")) {
                    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
                        gzip.write("a text that was compressed".getBytes(StandardCharsets.US_ASCII));
                    }
                    peer.send(
                            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\nContent-Length: "
                                    + bytes.size() + "\r\n\r\n");
                    peer.send(bytes.toByteArray());
                } else {
                    peer.send("HTTP/1.1 418 Teapot\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n"
                            + "Connection: close, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=5\r\nX-Own: 2\r\n"
                            + OF_ORIGIN + OF_PROXIES + String.join(": Peer\r\n", OF_SERVICE) + ": Peer\r\n\r\n"
                            + "5\r\nshort\r\n0\r\n\r\n");
                }
            });
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The other service. */
    @Path("/stock")
    public interface OtherApi {

        @GET
        @Path("/gzip")
        Single<Response> gzip();

        @GET
        @Path("/gzip")
        Single<String> gzipAsked(@HeaderParam("Accept-Encoding") String codings);

        @GET
        @Path("/chunked")
        Single<Response> chunked();

        @GET
        @Path("/chunked")
        Single<Response> values(@HeaderParam("X-Name") String header, @CookieParam("name") String cookie);

        @GET
        @Path("/chunked/{name}")
        Single<Response> below(@PathParam("name") String name);
    }

    @Path("/passed")
    public static final class PassingResource {

        private final OtherApi other;

        @Inject
        PassingResource(final OtherApi other) {
            this.other = other;
        }

        @GET
        @Path("/gzip")
        public Single<Response> gzip() {
            return other.gzip();
        }

        @GET
        @Path("/chunked")
        public Single<Response> chunked() {
            return other.chunked();
        }

        @GET
        @Path("/header")
        public Single<Response> header(@QueryParam("value") final String value) {
            return other.values(value, null);
        }

        @GET
        @Path("/cookie")
        public Single<Response> cookie(@QueryParam("value") final String value) {
            return other.values(null, value);
        }

        @GET
        @Path("/path")
        public Single<Response> path(@QueryParam("value") final String value) {
            return other.below(value);
        }
    }

    @Order(1)
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withoutConfigurationFiles()
            .withPlugins(RestPlugin.withResources(PassingResource.class), RestClientPlugin.of(OtherApi.class, "other"))
            .withConfiguration("rest-client.other.url", PEER.url())
            .withConfiguration("rest-client.other.compression", true));

    @Test
    void aDecodedBodyHasNoCoding() {
        final TestResponse response = APP.http().get("/passed/gzip");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("Content-Encoding")).isEmpty();
        assertThat(response.body()).isEqualTo("a text that was compressed");
    }

    @Test
    void aCodingThatNobodyAskedForIsRefused() {
        try (RunningApplication application = JZenith.application()
                .withoutConfigurationFiles()
                .withPlugins(
                        RestPlugin.withResources(PassingResource.class), RestClientPlugin.of(OtherApi.class, "other"))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("rest-client.other.url", PEER.url())
                .run()) {
            final OtherApi other = application.get(OtherApi.class);
            assertThatThrownBy(() -> other.gzip().blockingGet())
                    .isInstanceOf(UnreadableResponseException.class)
                    .hasMessageContaining("returned a content coding that the client did not accept");
            assertThat(other.gzipAsked("gzip").blockingGet()).isEqualTo("a text that was compressed");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "header?value=a%0D%0AX-Evil:%20b",
                "header?value=%E2%82%AC",
                "cookie?value=a%0D%0AX-Evil:%20b",
                "cookie?value=%E2%82%AC",
                "path?value=.."
            })
    void aValueThatCannotBeSentIsTheMistakeOfItsClient(final String request) {
        final TestResponse response = APP.http().get("/passed/" + request);
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.json().path("detail").asText())
                .isEqualTo("The request has a value that cannot be sent to another service.");
    }

    @Test
    void headersOfTheOtherServiceStayThere() {
        final TestResponse response = APP.http().get("/passed/chunked");
        assertThat(response.status()).isEqualTo(418);
        (OF_ORIGIN + OF_PROXIES)
                .lines()
                .map(line -> line.substring(0, line.indexOf(':')))
                .forEach(name -> assertThat(response.header(name)).as(name).isEmpty());
        OF_SERVICE.forEach(
                name -> assertThat(response.header(name).orElse("")).as(name).isNotEqualTo("Peer"));
    }

    @Test
    void headersOfTheConnectionStayThere() {
        final TestResponse response = APP.http().get("/passed/chunked");
        assertThat(response.status()).isEqualTo(418);
        assertThat(response.body()).isEqualTo("short");
        assertThat(response.header("X-Own")).contains("2");
        for (final String name : new String[] {"Transfer-Encoding", "Connection", "Keep-Alive", "X-Hop"}) {
            assertThat(response.header(name)).as(name).isEmpty();
        }
    }
}
