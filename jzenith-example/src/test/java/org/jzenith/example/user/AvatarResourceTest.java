package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.example.ExampleApplication;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestEvent;
import org.jzenith.test.TestForm;
import org.jzenith.test.TestResponse;
import org.jzenith.test.TestStream;

final class AvatarResourceTest {

    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13};

    @TempDir
    static Path folder;

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> ExampleApplication.application().withConfiguration("users.avatars", folder.toString()));

    private static TestResponse put(final String path, final String type, final byte[] picture) {
        return APP.http().withHeader("Content-Type", type).put(path, picture);
    }

    @Test
    void pagesLearnOfANewPicture() {
        final String id = user();
        try (TestStream<TestEvent> changes = APP.http().events("/users/changes")) {
            assertThat(withPicture()).doesNotContain(id);
            put("/users/" + id + "/avatar", "image/png", PNG).expectStatus(204);
            assertThat(changes.next(change ->
                                    change.data().contains(id) && change.data().contains("PICTURE"))
                            .as(UserChange.class)
                            .kind())
                    .isEqualTo(UserChange.Kind.PICTURE);
            assertThat(withPicture()).contains(id);
        }
        APP.http().delete("/users/" + id).expectStatus(204);
        assertThat(withPicture()).doesNotContain(id);
    }

    private static List<String> withPicture() {
        return APP.http().get("/users/avatars").expectStatus(200).asList(String.class);
    }

    private static String user() {
        return APP.http().post("/users", Map.of("name", "Ann")).json().get("id").asText();
    }

    private static long files() throws Exception {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    @Test
    void aPictureThatWasSentCanBeRead() throws Exception {
        final String path = "/users/" + user() + "/avatar";
        APP.http().get(path).expectStatus(404);
        put(path, "image/png", PNG).expectStatus(204);
        final TestResponse answer = APP.http().get(path);
        assertThat(answer.bytes()).isEqualTo(PNG);
        assertThat(answer.header("Content-Type")).contains("image/png");
        assertThat(APP.http()
                        .withHeader("Range", "bytes=1-3")
                        .get(path)
                        .expectStatus(206)
                        .body())
                .isEqualTo("PNG");
        final byte[] jpeg = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 1};
        final TestResponse changed = put(path, "image/jpeg", jpeg).expectStatus(204);
        assertThat(changed.header("RateLimit-Policy")).contains("\"default\";q=60;w=60");
        assertThat(APP.http().get(path).header("Content-Type")).contains("image/jpeg");
        final long before = files();
        APP.http().delete("/users/" + path.split("/")[2]).expectStatus(204);
        assertThat(files()).isEqualTo(before - 1);
        APP.http().get(path).expectStatus(404);
    }

    @Test
    void aPictureIsTakenFromAForm() {
        final String path = "/users/" + user() + "/avatar";
        final TestForm form = TestForm.create();
        for (final byte[] picture : new byte[][] {PNG, Arrays.copyOf(PNG, 200_000)}) {
            APP.http()
                    .post(path, form.withFile("picture", "../me.png", "image/png", picture))
                    .expectStatus(204);
            assertThat(APP.http().get(path).bytes()).isEqualTo(picture);
        }
        APP.http()
                .post(path, form.withFile("other", "me.png", "image/png", PNG))
                .expectStatus(400);
        APP.http()
                .post(path, form.withFile("picture", "me.html", "text/html", PNG))
                .expectStatus(415);
        APP.http()
                .post(path, form.withFile("picture", "me.jpg", "image/jpeg", PNG))
                .expectStatus(415);
        APP.http()
                .post(path, form.withFile("picture", "me.png", "image/png", new byte[2_000_000]))
                .expectStatus(413);
    }

    @Test
    void whatIsNoPictureIsRefusedAndLeavesNothing() throws Exception {
        final String path = "/users/" + user() + "/avatar";
        put(path, "image/svg+xml", "<svg/>".getBytes(StandardCharsets.UTF_8)).expectStatus(415);
        put(path, "image/jpeg", PNG).expectStatus(415);
        put(path, "image/png", new byte[2_000_000]).expectStatus(413);
        put("/users/" + UUID.randomUUID() + "/avatar", "image/png", PNG).expectStatus(404);
        put("/users/..%2f..%2fx/avatar", "image/png", PNG).expectStatus(404);
        APP.http().get(path).expectStatus(404);
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all.filter(each -> each.toString().endsWith(".part"))).isEmpty();
        }
    }

    @Test
    void thePageIsServed() throws Exception {
        assertThat(APP.http().get("/").body()).contains("<h1>Users</h1>");
        assertThat(APP.http().get("/users.js").header("Content-Type")).contains("text/javascript;charset=utf-8");
        assertThat(APP.http().get("/style.css").status()).isEqualTo(200);
        assertThat(APP.http().get("/json").status()).isEqualTo(200);
    }
}
