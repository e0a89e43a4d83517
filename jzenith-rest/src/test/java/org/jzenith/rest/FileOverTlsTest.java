package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.test.TestCertificate;

/** Files over TLS, where the kernel cannot copy them: results of resources and static files, with HTTP/1.1 and HTTP/2. */
final class FileOverTlsTest {

    private static final TestCertificate AUTHORITY = TestCertificate.authority("Test");

    @TempDir
    private java.nio.file.Path folder;

    record Folder(java.nio.file.Path path) {}

    @Path("/result")
    public static final class FileResource {

        private final Folder folder;

        @Inject
        FileResource(final Folder folder) {
            this.folder = folder;
        }

        @GET
        public java.nio.file.Path file() {
            return folder.path().resolve("large.bin");
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void allBytesArrive(final HttpClient.Version version) throws Exception {
        AUTHORITY
                .server("localhost")
                .writeCertificate(folder.resolve("server.crt"))
                .writeKey(folder.resolve("server.key"));
        final java.nio.file.Path web = Files.createDirectory(folder.resolve("web"));
        final byte[] large = new byte[3_000_000];
        new Random(5).nextBytes(large);
        Files.write(web.resolve("large.bin"), large);
        try (RunningApplication application = JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(FileResource.class),
                        StaticFiles.of(StaticFiles.at("/", web.toString())))
                .withModules(binder -> binder.bind(Folder.class).toInstance(new Folder(web)))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("rest.tls.certificate", folder.resolve("server.crt"))
                .withOverridingConfiguration("rest.tls.key", folder.resolve("server.key"))
                .run()) {
            final HttpClient client = HttpClient.newBuilder()
                    .sslContext(AUTHORITY.sslContext())
                    .version(version)
                    .build();
            for (final String path : List.of("/result", "/large.bin")) {
                final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(application.uri() + path))
                        .timeout(Duration.ofSeconds(20));
                final HttpResponse<byte[]> all = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
                assertThat(all.version()).isEqualTo(version);
                assertThat(all.body()).isEqualTo(large);
                final HttpResponse<byte[]> part = client.send(
                        request.header("Range", "bytes=1000-1999999").build(), HttpResponse.BodyHandlers.ofByteArray());
                assertThat(part.statusCode()).isEqualTo(206);
                assertThat(part.body()).isEqualTo(Arrays.copyOfRange(large, 1000, 2_000_000));
            }
        }
    }
}
