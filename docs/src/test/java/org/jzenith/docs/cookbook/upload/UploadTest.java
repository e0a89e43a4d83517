package org.jzenith.docs.cookbook.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/upload.md. */
final class UploadTest {

    @TempDir
    static Path folder;

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> application(folder)).withConfiguration("rest.multipart.max-part-size", "100K");

    private static JZenith application(final Path folder) {
        // region application
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(UploadResource.class))
                .withModules(binder -> {
                    binder.bind(FileStore.class);
                    binder.bind(FileStore.Folder.class).toInstance(new FileStore.Folder(folder));
                })
                .withConfiguration("rest.max-body-size", "1G");
        // endregion
    }

    @AfterAll
    static void noPartIsLeft() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".part"));
        }
    }

    private static byte[] stored(final TestResponse answer) throws IOException {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return Files.readAllBytes(folder.resolve(answer.json().get("id").asText()));
    }

    @Test
    void theBodyIsStoredWhileItArrives() throws IOException {
        final byte[] body = new byte[3_000_000];
        body[2_999_999] = 17;
        final TestResponse answer = APP.http()
                .withHeader("Content-Type", "application/octet-stream")
                .post("/files", body);
        assertThat(stored(answer)).isEqualTo(body);
        assertThat(answer.json().get("size").asInt()).isEqualTo(3_000_000);
    }

    @Test
    void anEmptyBodyIsAnEmptyFile() throws IOException {
        assertThat(stored(APP.http()
                        .withHeader("Content-Type", "application/octet-stream")
                        .post("/files", "")))
                .isEmpty();
    }

    @Test
    void aPartOfAFormIsStored() throws IOException {
        assertThat(stored(form("file"))).asString(StandardCharsets.UTF_8).isEqualTo("Dear Milena,\n");
    }

    @Test
    void aFormWithoutTheFileIsRefused() {
        final TestResponse answer = form("letter");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("detail").asText()).isEqualTo("The form has no part 'file'.");
    }

    @Test
    void allFilesOfAFormAreStored() throws IOException {
        final TestResponse answer =
                send("/files/all", part("a", "Dear Milena,"), part("b", "x".repeat(90_000)) + "--cut--\r\n");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json()).hasSize(2);
        final Path second = folder.resolve(answer.json().get(1).get("id").asText());
        assertThat(Files.size(second)).isEqualTo(90_000);
        assertThat(answer.json().get(1).get("size").asInt()).isEqualTo(90_000);
    }

    @Test
    void aFormWithAFileThatIsTooLargeLeavesNoneOfItsFiles() throws IOException {
        final List<Path> before = files();
        final TestResponse answer = send(
                "/files/all",
                part("a", "x".repeat(90_000)),
                part("b", "Dear Milena,"),
                part("c", "x".repeat(200_000)) + "--cut--\r\n");
        assertThat(answer.status()).as(answer.body()).isEqualTo(413);
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void aFormThatEndsTooEarlyLeavesNoneOfItsFiles() throws IOException {
        final List<Path> before = files();
        assertThat(send("/files/all", part("a", "Dear Milena,"), part("b", "Dear"))
                        .status())
                .isEqualTo(400);
        assertThat(files()).isEqualTo(before);
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    // region form
    private static TestResponse send(final String path, final String... parts) {
        return APP.http()
                .withHeader("Content-Type", "multipart/form-data; boundary=cut")
                .post(path, String.join("", parts));
    }

    private static String part(final String name, final String content) {
        return "--cut\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"../../letter.txt\"\r\n"
                + "Content-Type: text/plain\r\n\r\n" + content + "\r\n";
    }

    private static TestResponse form(final String name) {
        return send("/files", part(name, "Dear Milena,\n") + "--cut--\r\n");
    }
    // endregion
}
