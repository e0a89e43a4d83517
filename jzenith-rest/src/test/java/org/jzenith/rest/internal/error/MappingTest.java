package org.jzenith.rest.internal.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.reactivex.exceptions.CompositeException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.rest.RestApi;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;
import org.jzenith.test.internal.log.LogLines;

final class MappingTest {

    private static final RestApi PLUGIN = RestPlugin.withResources(ErrorResource.class);

    /** A mapper with its own text. */
    public static final class TeapotMapper implements ExceptionMapper<ErrorResource.Mapped> {
        @Override
        public Response toResponse(final ErrorResource.Mapped error) {
            return Response.status(418).entity("teapot").type("text/plain").build();
        }
    }

    /** Takes everything. */
    public static final class TakesAll implements ExceptionMapper<Throwable> {
        @Override
        public Response toResponse(final Throwable error) {
            return Response.status(420).entity("all").type("text/plain").build();
        }
    }

    @Test
    void mappingBeatsTheTable() {
        try (RunningServer server = RunningServer.of(PLUGIN.withMapping(NotFoundException.class, 410)
                .withMapping(ErrorResource.Gone.class, 502, "Elsewhere."))) {
            assertThat(server.get("/nowhere").status()).isEqualTo(410);
            assertThat(server.get("/fail/gone").status()).isEqualTo(502);
            assertThat(server.get("/fail/gone").json().path("detail").textValue())
                    .isEqualTo("Elsewhere.");
        }
    }

    @Test
    void catchAllMappingLeavesTheTableAlone() {
        try (RunningServer server = RunningServer.of(PLUGIN.withMapping(Exception.class, 502))) {
            assertThat(server.get("/fail/unknown").status()).isEqualTo(502);
            assertThat(server.get("/fail/detail").status()).isEqualTo(502);
            assertThat(server.get("/nowhere").status()).isEqualTo(404);
            assertThat(server.post("/fail/order", "{").status()).isEqualTo(400);
        }
    }

    @Test
    void laterMappingOfTheSameClassCounts() {
        try (RunningServer server = RunningServer.of(
                PLUGIN.withMapping(ErrorResource.Mapped.class, 404).withMapping(ErrorResource.Mapped.class, 409))) {
            assertThat(server.get("/fail/mapped").status()).isEqualTo(409);
            assertThat(server.get("/fail/specific").status()).isEqualTo(409);
        }
    }

    @Test
    void exceptionMapperBeatsMappings() {
        try (RunningServer server = RunningServer.of(
                PLUGIN.withProviders(TeapotMapper.class).withMapping(ErrorResource.MoreSpecific.class, 404))) {
            assertThat(server.get("/fail/mapped").body()).isEqualTo("teapot");
            assertThat(server.get("/fail/specific").body()).isEqualTo("teapot");
            assertThat(server.get("/fail/gone").status()).isEqualTo(503);
        }
    }

    @Test
    void onlyAMappingTo503SaysWhenToComeBack() {
        try (RunningServer server = RunningServer.of(PLUGIN.withMapping(ErrorResource.Gone.class, 503, "Closed.")
                .withMapping(ErrorResource.Busy.class, 409))) {
            assertThat(server.get("/fail/gone").header("Retry-After")).isEqualTo("2");
            assertThat(server.get("/fail/busy").header("Retry-After")).isNull();
        }
    }

    @Test
    void exceptionMapperOfThrowableReplacesTheTable() {
        try (RunningServer server = RunningServer.of(PLUGIN.withProviders(TakesAll.class))) {
            assertThat(server.get("/fail/unknown").body()).isEqualTo("all");
            assertThat(server.get("/nowhere").status()).isEqualTo(420);
        }
    }

    /** Answers with the name of the exception, as metrics count them. */
    public static final class NameMapper implements ExceptionMapper<Throwable> {
        @Override
        public Response toResponse(final Throwable error) {
            return Response.status(420)
                    .entity(error.getClass().getSimpleName())
                    .type("text/plain")
                    .build();
        }
    }

    @Test
    void eachExceptionOfTheServerHasAName() {
        try (RunningServer server = RunningServer.of(PLUGIN.withProviders(NameMapper.class))) {
            assertThat(server.get("/nowhere").body()).isEqualTo("NoSuchPathException");
            assertThat(server.send("DELETE", "/fail/order", "").body()).isEqualTo("MethodNotAllowedException");
            assertThat(server.send("POST", "/fail/parts", "x", "Content-Type", "image/png")
                            .body())
                    .isEqualTo("UnsupportedBodyException");
            assertThat(server.send(
                                    "POST",
                                    "/fail/order",
                                    "{}",
                                    "Accept",
                                    "image/png",
                                    "Content-Type",
                                    "application/json")
                            .body())
                    .isEqualTo("NoAcceptableTypeException");
            assertThat(server.post("/fail/order", "{").body()).isEqualTo("UnreadableBodyException");
        }
    }

    @Test
    void mappingNeedsAnErrorStatus() {
        assertThatThrownBy(() -> PLUGIN.withMapping(ErrorResource.Mapped.class, 200))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("200")
                .hasMessageContaining("Mapped");
    }

    @Test
    void wrapperThatIsMappedItselfIsNotTakenOff() {
        final Errors responses = new Errors(List.of(
                new Errors.Mapping(CompositeException.class, 409, null),
                new Errors.Mapping(ErrorResource.Mapped.class, 404, null)));
        final CompositeException composite = new CompositeException(new ErrorResource.Mapped());

        assertThat(responses
                        .toResponse(new CompletionException(composite), null, null)
                        .getStatus())
                .isEqualTo(409);
        assertThat(responses
                        .toResponse(new CompletionException(new ErrorResource.Mapped()), null, null)
                        .getStatus())
                .isEqualTo(404);
    }

    @Test
    void unknownFailureIsLoggedOnceUnderTheIdThatTheClientGets() {
        try (LogLines log = LogLines.open();
                RunningServer server = RunningServer.of(PLUGIN)) {
            final Answer answer = server.get("/fail/unknown");

            final List<ILoggingEvent> errors = errors(log);
            assertThat(errors).singleElement().satisfies(event -> {
                assertThat(event.getFormattedMessage())
                        .contains(answer.json().path("id").textValue())
                        .contains("GET /fail/unknown ");
                assertThat(event.getThrowableProxy().getMessage()).isEqualTo(ErrorResource.SECRET);
            });
        }
    }

    @Test
    void whatTheTableKnowsIsNotLoggedAsAnError() {
        try (LogLines log = LogLines.open();
                RunningServer server = RunningServer.of(PLUGIN.withMapping(ErrorResource.Mapped.class, 404))) {
            for (final Row row : Row.values()) {
                if (row.status < 500 && !row.name().startsWith("MAPPED_")) {
                    row.send(server);
                }
            }
            assertThat(errors(log)).isEmpty();

            Row.UNAVAILABLE.send(server);
            assertThat(errors(log)).singleElement().satisfies(event -> {
                assertThat(event.getLevel()).isEqualTo(Level.WARN);
                assertThat(event.getFormattedMessage()).startsWith("A request got a 503. ");
            });
        }
    }

    @Test
    void clientThatLeavesIsNotLogged() throws Exception {
        try (LogLines log = LogLines.open();
                RunningServer server = RunningServer.of(PLUGIN)) {
            leave(
                    server,
                    "POST /fail/order HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Content-Length: 100\r\n\r\n{");
            leave(server, "GET /fail/never HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(ErrorResource.DISPOSED.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
            assertThat(server.get("/nowhere").status()).isEqualTo(404);

            assertThat(errors(log)).isEmpty();
        }
    }

    private static void leave(final RunningServer server, final String request) throws Exception {
        try (Socket socket = new Socket("localhost", server.application().port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            if (request.startsWith("GET")) {
                assertThat(ErrorResource.WAITING.tryAcquire(20, TimeUnit.SECONDS))
                        .isTrue();
            }
            socket.setSoLinger(true, 0);
        }
    }

    @Test
    void exceptionMapperIsFoundForWhatIsWrapped() {
        try (RunningServer server = RunningServer.of(PLUGIN.withProviders(TeapotMapper.class))) {
            assertThat(server.get("/fail/wrapped").body()).isEqualTo("teapot");
        }
    }

    @Test
    void bodyOutsideOfRestIsAProblemToo() {
        assertThat(new String(Errors.body(431, "Too \"large\".", null), StandardCharsets.UTF_8))
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Request Header Fields Too Large\",\"status\":431,"
                        + "\"detail\":\"Too \\\"large\\\".\"}");
    }

    private static List<ILoggingEvent> errors(final LogLines log) {
        return log.events().stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .toList();
    }
}
