package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;

final class BodiesTest {

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> JZenith.application().withPlugins(new StreamingPlugin()));

    @TempDir
    Path folder;

    private static String type(final TestResponse answer) {
        return answer.header("X-Type").orElseThrow();
    }

    @Test
    void aPatchHasTheTypeThatItsContentNeeds() {
        final TestResponse merge = APP.http().patch("/echo", Map.of("name", "Ann"));
        assertThat(type(merge)).isEqualTo("application/merge-patch+json");
        assertThat(merge.body()).isEqualTo("{\"name\":\"Ann\"}");
        assertThat(type(APP.http().patch("/echo", List.of(Map.of("op", "remove", "path", "/a")))))
                .isEqualTo("application/json-patch+json");
        assertThat(type(APP.http().patch("/echo", " [{\"op\":\"remove\",\"path\":\"/a\"}]")))
                .isEqualTo("application/json-patch+json");
        assertThat(type(APP.http().withHeader("Content-Type", "text/plain").patch("/echo", "[")))
                .isEqualTo("text/plain");
    }

    @Test
    void aFormHasItsFieldsAndFiles() throws IOException {
        final Path picture = Files.writeString(folder.resolve("lake.png"), "from a file");
        final TestResponse answer = APP.http()
                .post(
                        "/echo",
                        TestForm.create()
                                .withField("the \"title\"", "Grüße")
                                .withFile("picture", picture)
                                .withFile(
                                        "letter", "letter.txt", "text/plain", "Dear".getBytes(StandardCharsets.UTF_8)));
        final String type = type(answer);
        assertThat(type).startsWith("multipart/form-data; boundary=form-");
        final String boundary = "--" + type.substring(type.indexOf('=') + 1);
        assertThat(answer.body())
                .isEqualTo(boundary + "\r\nContent-Disposition: form-data; name=\"the %22title%22\"\r\n\r\nGrüße\r\n"
                        + boundary + "\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"lake.png\"\r\n"
                        + "Content-Type: image/png\r\n\r\nfrom a file\r\n" + boundary
                        + "\r\nContent-Disposition: form-data; name=\"letter\"; filename=\"letter.txt\"\r\n"
                        + "Content-Type: text/plain\r\n\r\nDear\r\n" + boundary + "--\r\n");
    }

    @Test
    void aFormIsUrlEncodedWhereTheTestSaysSo() {
        final JZenithHttp http = APP.http().withHeader("Content-Type", "application/x-www-form-urlencoded");
        final TestForm form = TestForm.create().withField("a b", "1&2").withField("c", "ü");
        assertThat(http.post("/echo", form).body()).isEqualTo("a+b=1%262&c=%C3%BC");
        assertThatThrownBy(() -> http.post("/echo", form.withFile("d", "d.txt", "text/plain", new byte[0])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "The form has the file 'd', which cannot be sent as application/x-www-form-urlencoded.");
        assertThatThrownBy(() -> APP.http()
                        .withHeader("Content-Type", "multipart/form-data; boundary=cut")
                        .post("/echo", form))
                .hasMessage(
                        "A form cannot be sent as 'multipart/form-data; boundary=cut'. Remove the header Content-Type, "
                                + "or set it to application/x-www-form-urlencoded.");
    }

    @Test
    void aFileIsABody() throws IOException {
        final Path file = Files.writeString(folder.resolve("a.txt"), "content");
        final TestResponse answer = APP.http().put("/echo", file);
        assertThat(type(answer)).isEqualTo("application/octet-stream");
        assertThat(answer.body()).isEqualTo("content");
        final Path missing = folder.resolve("none.txt");
        assertThatThrownBy(() -> APP.http().put("/echo", missing))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("The file cannot be read, so it is not sent: " + missing);
    }

    @Test
    void anotherStatusIsToldWithRequestAndAnswer() {
        final TestResponse refused = APP.http().withHeader("X-Status", "400").post("/echo", Map.of("name", ""));
        assertThat(refused.expectStatus(400)).isSameAs(refused);
        assertThatThrownBy(() -> refused.expectStatus(201))
                .isInstanceOf(AssertionError.class)
                .hasMessage("The status is 400, not 201.\n  POST " + APP.http().uri()
                        + "/echo\n    {\"name\":\"\"}\n  400\n    content-length: 11\n    x-type: application/json"
                        + "\n    {\"name\":\"\"}");
        assertThatThrownBy(() -> APP.http().put("/echo", "x".repeat(3000)).expectStatus(201))
                .hasMessageContaining("x.. (3000 characters)");
    }

    @Test
    void partsOfTheJsonAreExpectedByPointer() {
        final Map<String, Object> page = new LinkedHashMap<>();
        page.put("total", 2);
        page.put("price", 1.5);
        page.put("next", null);
        page.put("a/b", List.of(Map.of("name", "Ann", "stock", 10L)));
        final TestResponse answer = APP.http().post("/echo", page);
        assertThat(answer.expectJson("/total", 2)
                        .expectJson("/total", 2L)
                        .expectJson("/price", new BigDecimal("1.50"))
                        .expectJson("/next", null)
                        .expectJson("/a~1b/0/name", "Ann")
                        .expectJson("/a~1b", List.of(Map.of("stock", 10.0, "name", "Ann")))
                        .expectJson("", page))
                .isSameAs(answer);
    }

    @Test
    void anotherPartOfTheJsonIsToldWithRequestAndAnswer() {
        final TestResponse answer = APP.http().post("/echo", Map.of("total", 3));
        final String details =
                "\n  POST " + APP.http().uri() + "/echo\n    {\"total\":3}\n  200\n    content-length: 11"
                        + "\n    x-type: application/json\n    {\"total\":3}";
        assertThatThrownBy(() -> answer.expectJson("/total", 2))
                .isInstanceOf(AssertionError.class)
                .hasMessage("The JSON at '/total' is 3, not 2." + details);
        assertThatThrownBy(() -> answer.expectJson("/total", "3"))
                .isInstanceOf(AssertionError.class)
                .hasMessage("The JSON at '/total' is 3, not \"3\"." + details);
        assertThatThrownBy(() -> answer.expectJson("/size", null))
                .isInstanceOf(AssertionError.class)
                .hasMessage("The JSON has nothing at '/size', expected null." + details);
        assertThatThrownBy(() -> APP.http().post("/echo", "no json").expectJson("/total", 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("The body is not JSON: POST ");
    }

    @Test
    void anotherHeaderIsToldWithRequestAndAnswer() {
        final TestResponse answer = APP.http().post("/echo", List.of(1));
        assertThat(answer.expectHeader("X-Type", "application/json")).isSameAs(answer);
        final String details = "\n  POST " + APP.http().uri() + "/echo\n    [1]\n  200\n    content-length: 3"
                + "\n    x-type: application/json\n    [1]";
        assertThatThrownBy(() -> answer.expectHeader("X-Type", "text/plain"))
                .isInstanceOf(AssertionError.class)
                .hasMessage("The header X-Type is 'application/json', not 'text/plain'." + details);
        assertThatThrownBy(() -> answer.expectHeader("ETag", "1"))
                .isInstanceOf(AssertionError.class)
                .hasMessage("The header ETag is missing; expected '1'." + details);
    }

    @Test
    void anArrayIsAListOfObjects() {
        final TestResponse answer = APP.http().post("/echo", List.of(1, 2));
        assertThat(answer.asList(Integer.class)).containsExactly(1, 2);
        assertThatThrownBy(() -> answer.asList(Map.class))
                .hasMessageStartingWith("The body cannot be read as a list of Map: POST");
    }

    @Test
    void http2NeedsTls() {
        assertThat(APP.http().get("/echo").version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThatThrownBy(() -> APP.http().withHttp2())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "The client of the test uses HTTP/2 only over TLS, but "
                                + APP.http().uri()
                                + " has no TLS. Give the application a TestCertificate with rest.tls.certificate and rest.tls.key.");
    }
}
