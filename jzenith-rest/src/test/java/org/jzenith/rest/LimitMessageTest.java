package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.rest.RunningServer.Answer;
import org.jzenith.rest.body.MaxBodySize;
import org.jzenith.rest.body.Part;
import org.jzenith.test.internal.log.LogLines;

/** A client whose body is refused learns the limit, and the log has what sets it. */
final class LimitMessageTest {

    @Path("/")
    public static final class Receivers {

        @POST
        @Path("whole")
        @Consumes("application/octet-stream")
        public int whole(final byte[] body) {
            return body.length;
        }

        @POST
        @Path("pieces")
        @Consumes("application/octet-stream")
        public Single<Integer> pieces(final Flowable<Buffer> body) {
            return body.reduce(0, (sum, piece) -> sum + piece.length());
        }

        @POST
        @Path("own")
        @Consumes("application/octet-stream")
        @MaxBodySize("10")
        public int own(final byte[] body) {
            return body.length;
        }

        @POST
        @Path("parts")
        @Consumes("multipart/form-data")
        public Single<Long> parts(final Flowable<Part> parts) {
            return parts.concatMap(Part::content).count();
        }

        @POST
        @Path("elements")
        @Consumes({"application/json", "text/csv"})
        public Single<Long> elements(final Flowable<Map<String, String>> elements) {
            return elements.count();
        }
    }

    @Test
    void thoseOfPartsAreNamed() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith").at(Level.DEBUG);
                RunningServer server = RunningServer.of(
                        RestPlugin.withResources(Receivers.class), Map.of("rest.multipart.max-total-size", "200"))) {
            final Answer answer = server.send(
                    "POST",
                    "/parts",
                    "--b\r\nContent-Disposition: form-data; name=x\r\n\r\n" + "x".repeat(200) + "\r\n--b--\r\n",
                    "Content-Type",
                    "multipart/form-data; boundary=b");
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.json().get("detail").asText())
                    .isEqualTo("Together, the parts are larger than 200 bytes.");
            log.next("from rest.multipart.max-total-size.");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/whole, application/octet-stream, The body is larger than 200 bytes., from rest.max-body-size.",
        "/pieces, application/octet-stream, The body is larger than 200 bytes., from rest.max-body-size.",
        "/own, application/octet-stream, The body is larger than 10 bytes., for example its @MaxBodySize.",
        "/elements, application/json, The element [0] of the body is larger than 64 bytes., from rest.json.max-element-size.",
        "/elements, text/csv, Line 2 of the body is larger than 64 bytes., from rest.json.max-element-size."
    })
    void itIsNamed(final String path, final String type, final String detail, final String inLog) throws Exception {
        final String text = "x".repeat(type.equals("application/octet-stream") ? 201 : 100);
        final String body = switch (type) {
            case "application/json" -> "[{\"a\":\"" + text + "\"}]";
            case "text/csv" -> "a\r\n" + text + "\r\n";
            default -> text;
        };
        try (LogLines log = LogLines.of("org.jzenith").at(Level.DEBUG);
                RunningServer server = RunningServer.of(
                        RestPlugin.withResources(Receivers.class),
                        Map.of("rest.max-body-size", "200", "rest.json.max-element-size", "64"))) {
            final Answer answer = server.send("POST", path, body, "Content-Type", type);
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.json().get("detail").asText()).isEqualTo(detail);
            assertThat(answer.body()).doesNotContain("rest.");
            log.next(inLog);
        }
    }
}
