package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.response.UnreadableResponseException;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** A resource can return the response of another service: what belongs to the connection does not travel on. */
final class PassedOnTest {

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
                            + "Connection: close, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=5\r\nX-Own: 2\r\n\r\n"
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
                    .hasMessageContaining("was answered in a content coding that nobody asked for");
            assertThat(other.gzipAsked("gzip").blockingGet()).isEqualTo("a text that was compressed");
        }
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
