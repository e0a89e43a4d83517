package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.example.ExampleApplication;
import org.jzenith.test.JZenithExtension;

final class AvatarResourceTest {

    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13};

    @TempDir
    static Path folder;

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> ExampleApplication.application().withConfiguration("users.avatars", folder.toString()));

    private static HttpResponse<byte[]> send(
            final String method, final String path, final String type, final byte[] body, final String... headers)
            throws Exception {
        final HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(APP.application().uri() + path))
                .timeout(Duration.ofSeconds(20))
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        if (type != null) {
            request.header("Content-Type", type);
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static String user() {
        return APP.http().post("/user", Map.of("name", "Ann")).json().get("id").asText();
    }

    private static long files() throws Exception {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    @Test
    void aPictureThatWasSentCanBeRead() throws Exception {
        final String path = "/users/" + user() + "/avatar";
        assertThat(send("GET", path, null, null).statusCode()).isEqualTo(404);
        assertThat(send("PUT", path, "image/png", PNG).statusCode()).isEqualTo(204);
        final HttpResponse<byte[]> answer = send("GET", path, null, null);
        assertThat(answer.body()).isEqualTo(PNG);
        assertThat(answer.headers().firstValue("Content-Type")).contains("image/png");
        assertThat(send("GET", path, null, null, "Range", "bytes=1-3").body()).containsExactly('P', 'N', 'G');
        final byte[] jpeg = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 1};
        final HttpResponse<byte[]> changed = send("PUT", path, "image/jpeg", jpeg);
        assertThat(changed.statusCode()).isEqualTo(204);
        assertThat(changed.headers().firstValue("RateLimit-Policy")).contains("\"default\";q=60;w=60");
        assertThat(send("GET", path, null, null).headers().firstValue("Content-Type"))
                .contains("image/jpeg");
        final long before = files();
        assertThat(APP.http().delete("/user/" + path.split("/")[2]).status()).isEqualTo(204);
        assertThat(files()).isEqualTo(before - 1);
        assertThat(send("GET", path, null, null).statusCode()).isEqualTo(404);
    }

    private static byte[] form(final String name, final String type, final byte[] picture) {
        final byte[] head = ("--cut\r\nContent-Disposition: form-data; name=\"" + name
                        + "\"; filename=\"../me.png\"\r\nContent-Type: " + type + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        final byte[] tail = "\r\n--cut--\r\n".getBytes(StandardCharsets.US_ASCII);
        final byte[] all = Arrays.copyOf(head, head.length + picture.length + tail.length);
        System.arraycopy(picture, 0, all, head.length, picture.length);
        System.arraycopy(tail, 0, all, head.length + picture.length, tail.length);
        return all;
    }

    @Test
    void aPictureIsTakenFromAForm() throws Exception {
        final String path = "/users/" + user() + "/avatar";
        final String type = "multipart/form-data; boundary=cut";
        final byte[] large = Arrays.copyOf(PNG, 200_000);
        for (final byte[] picture : new byte[][] {PNG, large}) {
            assertThat(send("POST", path, type, form("picture", "image/png", picture))
                            .statusCode())
                    .isEqualTo(204);
            assertThat(send("GET", path, null, null).body()).isEqualTo(picture);
        }
        assertThat(send("POST", path, type, form("other", "image/png", PNG)).statusCode())
                .isEqualTo(400);
        assertThat(send("POST", path, type, form("picture", "text/html", PNG)).statusCode())
                .isEqualTo(415);
        assertThat(send("POST", path, type, form("picture", "image/jpeg", PNG)).statusCode())
                .isEqualTo(415);
        assertThat(send("POST", path, type, form("picture", "image/png", new byte[2_000_000]))
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void whatIsNoPictureIsRefusedAndLeavesNothing() throws Exception {
        final String path = "/users/" + user() + "/avatar";
        assertThat(send("PUT", path, "image/svg+xml", "<svg/>".getBytes("UTF-8"))
                        .statusCode())
                .isEqualTo(415);
        assertThat(send("PUT", path, "image/jpeg", PNG).statusCode()).isEqualTo(415);
        assertThat(send("PUT", path, "image/png", new byte[2_000_000]).statusCode())
                .isEqualTo(413);
        assertThat(send("PUT", "/users/" + UUID.randomUUID() + "/avatar", "image/png", PNG)
                        .statusCode())
                .isEqualTo(404);
        assertThat(send("PUT", "/users/..%2f..%2fx/avatar", "image/png", PNG).statusCode())
                .isEqualTo(404);
        assertThat(send("GET", path, null, null).statusCode()).isEqualTo(404);
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
