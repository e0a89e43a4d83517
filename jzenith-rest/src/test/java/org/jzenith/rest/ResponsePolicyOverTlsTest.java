package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.test.TestCertificate;
import org.jzenith.test.internal.log.LogLines;

/** Response headers, CORS and compression over TLS with each protocol. */
final class ResponsePolicyOverTlsTest {

    private static final TestCertificate AUTHORITY = TestCertificate.authority("Test");

    @TempDir
    private java.nio.file.Path folder;

    /** A long text. */
    @Path("/text")
    @Produces("text/plain")
    public static final class TextResource {

        @GET
        public String text() {
            return "text ".repeat(20_000);
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void allOfItWorksOverTls(final HttpClient.Version version) throws Exception {
        final java.nio.file.Path certificate = folder.resolve("server.crt");
        final java.nio.file.Path key = folder.resolve("server.key");
        AUTHORITY.server("localhost").writeCertificate(certificate).writeKey(key);
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = RunningServer.of(
                        RestPlugin.withResources(TextResource.class),
                        Map.of(
                                "rest.tls.certificate",
                                certificate,
                                "rest.tls.key",
                                key,
                                "rest.cors.origins",
                                "https://shop.example.org",
                                "rest.cors.refuse-other-origins",
                                true,
                                "rest.compression.enabled",
                                true,
                                "rest.access-log.format",
                                "common",
                                "rest.access-log.output",
                                "logger",
                                "rest.security-headers.strict-transport-security",
                                "max-age=60"))) {
            final URI uri = URI.create(server.application().uri() + "/text");
            final HttpClient client = HttpClient.newBuilder()
                    .sslContext(AUTHORITY.sslContext())
                    .version(version)
                    .build();
            final HttpResponse<byte[]> answer = client.send(
                    HttpRequest.newBuilder(uri)
                            .timeout(Duration.ofSeconds(20))
                            .header("Origin", "https://shop.example.org")
                            .header("Accept-Encoding", "gzip")
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            assertThat(answer.version()).isEqualTo(version);
            assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
                    .contains("https://shop.example.org");
            assertThat(answer.headers().firstValue("Strict-Transport-Security")).contains("max-age=60");
            assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
            assertThat(new String(
                            new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes(),
                            StandardCharsets.UTF_8))
                    .isEqualTo("text ".repeat(20_000));
            assertThat(log.next(event -> event.getLoggerName().equals("org.jzenith.access"))
                            .getFormattedMessage())
                    .contains("\"GET /text HTTP/" + (version == HttpClient.Version.HTTP_2 ? "2\"" : "1.1\"") + " 200 "
                            + answer.body().length);
            assertThat(client.send(
                                    HttpRequest.newBuilder(uri)
                                            .header("Origin", "https://" + uri.getAuthority())
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .as("a page of this server")
                    .isEqualTo(200);
        }
    }
}
