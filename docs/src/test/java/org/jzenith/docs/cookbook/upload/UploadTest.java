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
import org.jzenith.test.TestForm;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/upload.md. */
final class UploadTest {

    @TempDir
    static Path folder;

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> application(folder))
            .withOverridingConfiguration("rest.multipart.max-part-size", "100K");

    private static JZenith application(final Path folder) {
        // region application
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(UploadResource.class))
                .withModules(binder -> {
                    binder.bind(FileStore.class);
                    binder.bind(FileStore.Folder.class)
                            .toInstance(new FileStore.Folder(folder));
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

    private static final byte[] LETTER = "Dear Milena,\n".getBytes(StandardCharsets.UTF_8);

    private static TestForm form(final String field) {
        return TestForm.create().withFile(field, "letter.txt", "text/plain", LETTER);
    }

    @Test
    void aPartOfAFormIsStored() throws IOException {
        final TestResponse answer = APP.http().post("/files", form("file")).expectStatus(200);
        final Path stored = folder.resolve(answer.json().get("id").asText());
        assertThat(Files.readAllBytes(stored)).isEqualTo(LETTER);
    }

    @Test
    void aFormWithoutTheFileIsRefused() {
        final TestResponse answer = APP.http().post("/files", form("letter")).expectStatus(400);
        assertThat(answer.json().get("detail").asText()).isEqualTo("The form has no part 'file'.");
    }

    @Test
    void allFilesOfAFormAreStored() throws IOException {
        final TestForm two = form("a").withFile("b", "film.mkv", "video/x-matroska", new byte[90_000]);
        final List<FileStore.Stored> stored =
                APP.http().post("/files/all", two).expectStatus(200).asList(FileStore.Stored.class);
        assertThat(stored).extracting(FileStore.Stored::size).containsExactly(13L, 90_000L);
        assertThat(Files.size(folder.resolve(stored.get(1).id().toString()))).isEqualTo(90_000);
    }

    @Test
    void aFormWithAFileThatIsTooLargeLeavesNoneOfItsFiles() throws IOException {
        final List<Path> before = files();
        final TestForm three = form("a")
                .withFile("b", "film.mkv", "video/x-matroska", new byte[90_000])
                .withFile("c", "long.mkv", "video/x-matroska", new byte[200_000]);
        APP.http().post("/files/all", three).expectStatus(413);
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void aFormThatEndsTooEarlyLeavesNoneOfItsFiles() throws IOException {
        final List<Path> before = files();
        APP.http()
                .withHeader("Content-Type", "multipart/form-data; boundary=cut")
                .post("/files/all", part("a", "Dear Milena,") + part("b", "Dear"))
                .expectStatus(400);
        assertThat(files()).isEqualTo(before);
    }

    private static String part(final String name, final String content) {
        return "--cut\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"../../letter.txt\"\r\n"
                + "Content-Type: text/plain\r\n\r\n" + content + "\r\n";
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
