package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jboss.resteasy.plugins.interceptors.GZIPDecodingInterceptor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that an interceptor of the application decodes. */
final class DecodedBodyTest {

    private static final int LIMIT = 10_000;

    private static RunningServer server;

    @Path("/")
    @Produces("text/plain")
    public static final class Bodies {

        @POST
        @Path("text")
        public String text(final String text) {
            return text;
        }

        @POST
        @Path("json")
        public String json(final Map<String, Object> json) {
            return (String) json.get("text");
        }

        @POST
        @Path("stream")
        public String stream(final InputStream stream) throws IOException {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }

        @POST
        @Path("single-bytes")
        public String singleBytes(final InputStream stream) throws IOException {
            final StringBuilder text = new StringBuilder();
            stream.skipNBytes(3);
            for (int next = stream.read(); next >= 0; next = stream.read()) {
                text.append((char) next);
            }
            return text.toString();
        }

        @POST
        @Path("blocking")
        @Blocking
        public String blocking(final InputStream stream) throws IOException {
            return stream(stream);
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(Bodies.class).withProviders(new GZIPDecodingInterceptor(LIMIT)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json", "stream", "single-bytes", "blocking"})
    void aBodyIsDecoded(final String path) throws Exception {
        final String answer = post(path, zipped(path.equals("json") ? "{\"text\": \"fine\"}" : "12fine"));
        assertThat(answer).startsWith("HTTP/1.1 200 ").endsWith("ine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json", "stream", "single-bytes", "blocking"})
    void aBodyThatBecomesTooLargeIs413(final String path) throws Exception {
        final String large = "x".repeat(10 * LIMIT);
        assertThat(post(path, zipped(path.equals("json") ? "{\"text\": \"" + large + "\"}" : large)))
                .startsWith("HTTP/1.1 413 ")
                .contains("application/problem+json", "\"The decompressed body is too large.\"")
                .doesNotContain("RESTEASY", "GZIP");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json", "stream", "single-bytes", "blocking"})
    void aBodyThatIsDamagedIs400(final String path) throws Exception {
        final byte[] whole = zipped(path.equals("json") ? "{\"text\": \"fine\"}" : "fine");
        final byte[] cut = Arrays.copyOf(whole, whole.length - 12);
        final byte[] changed = whole.clone();
        changed[whole.length - 6] ^= 0x55; // its check sum
        final byte[] noGzip = "no gzip".getBytes(StandardCharsets.UTF_8);
        for (final byte[] body : new byte[][] {cut, changed, noGzip}) {
            assertThat(post(path, body))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("application/problem+json", "\"The body cannot be read.\"");
        }
    }

    private static String post(final String path, final byte[] body) throws IOException {
        try (RawClient client = RawClient.to(server)) {
            client.send("POST /" + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Encoding: gzip\r\n"
                    + "Content-Type: " + (path.equals("json") ? "application/json" : "text/plain")
                    + "\r\nContent-Length: " + body.length + "\r\n\r\n");
            return client.send(body).untilClose();
        }
    }

    private static byte[] zipped(final String text) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
