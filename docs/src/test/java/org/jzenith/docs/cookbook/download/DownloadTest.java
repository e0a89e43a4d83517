package org.jzenith.docs.cookbook.download;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/download.md. */
final class DownloadTest {

    @TempDir
    static Path folder;

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> application(folder));

    private static JZenith application(final Path folder) {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(ReportResource.class))
                .withModules(binder ->
                        binder.bind(ReportResource.Folder.class).toInstance(new ReportResource.Folder(folder)));
    }

    @Test
    void aFileIsSentAsItIs() throws IOException {
        final byte[] bytes = new byte[300_001];
        new Random(17).nextBytes(bytes);
        Files.write(folder.resolve("march.pdf"), bytes);
        final TestResponse answer = APP.http().get("/reports/march.pdf");
        assertThat(answer.bytes()).isEqualTo(bytes);
        assertThat(answer.header("Content-Type")).contains("application/pdf");
        assertThat(answer.header("Content-Disposition")).contains("attachment; filename=\"march.pdf\"");
        assertThat(answer.header("Content-Length")).contains("300001");
        assertThat(answer.header("Accept-Ranges")).contains("bytes");
    }

    @Test
    void aDownloadGoesOnWhereItWasBrokenOff() throws IOException {
        Files.writeString(folder.resolve("may.pdf"), "0123456789");
        final TestResponse rest = APP.http()
                .withHeader("Range", "bytes=4-")
                .get("/reports/may.pdf")
                .expectStatus(206);
        assertThat(rest.body()).isEqualTo("456789");
        assertThat(rest.header("Content-Range")).contains("bytes 4-9/10");
        assertThat(rest.header("Content-Disposition")).contains("attachment; filename=\"may.pdf\"");
    }

    @Test
    void anEmptyFileIsAnEmptyAnswer() throws IOException {
        Files.createFile(folder.resolve("empty.pdf"));
        final TestResponse answer = APP.http().get("/reports/empty.pdf");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.bytes()).isEmpty();
    }

    @Test
    void whatIsNotThereIs404AndNoAttachment() {
        final TestResponse answer = APP.http().get("/reports/april.pdf");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Disposition")).isEmpty();
        assertThat(APP.http().get("/reports/..%2fmarch.pdf").status()).isEqualTo(404);
    }
}
