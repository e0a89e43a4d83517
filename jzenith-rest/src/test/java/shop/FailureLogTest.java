package shop;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.ext.ReaderInterceptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.test.internal.log.LogLines;

/** The line of the log for a 500: what failed, with what, and where in the application's own code. */
final class FailureLogTest {

    private static final String ID = "; the client was told the id [0-9a-f]+\\.";

    @Path("/orders")
    public static final class OrderResource {

        @GET
        @Path("{id}")
        public String get(@PathParam("id") final String id) {
            return find(id).toUpperCase(java.util.Locale.ROOT);
        }

        private static String find(final String id) {
            return Map.of(1, "one").get(id.length() + 100);
        }

        @GET
        @Path("{id}/later")
        public Single<String> later(@PathParam("id") final String id) {
            return Single.just(id)
                    .observeOn(Schedulers.io())
                    .map(Integer::valueOf)
                    .map(number -> {
                        throw new IllegalStateException("no order\n" + number);
                    });
        }

        @GET
        @Path("{id}/wrapped")
        public Single<String> wrapped(@PathParam("id") final String id) {
            return Single.error(() -> withoutOwnFrame(new ArithmeticException("a cause")));
        }

        @GET
        @Path("{id}/library")
        public Single<Integer> library(@PathParam("id") final String id) {
            return Single.just(id + "x").map(Integer::valueOf);
        }

        private static RuntimeException withoutOwnFrame(final RuntimeException cause) {
            final RuntimeException error = new RuntimeException(cause);
            error.setStackTrace(new StackTraceElement[0]);
            return error;
        }
    }

    private static List<ILoggingEvent> errors(final String... paths) {
        return lines(LogLines.of("org.jzenith.rest"), new ArrayList<>(), paths).stream()
                .filter(line -> line.getLevel() == Level.ERROR)
                .toList();
    }

    /** Returns all lines; adds the ids that the client was told. */
    private static List<ILoggingEvent> lines(final LogLines log, final List<String> ids, final String... paths) {
        try (log) {
            try (RunningServer server = RunningServer.of(RestPlugin.withResources(OrderResource.class)
                    .withProviders((ReaderInterceptor) context -> context.proceed()))) {
                for (final String path : paths) {
                    final RunningServer.Answer answer = server.get(path, "X-Request-Id", "id-17");
                    assertThat(answer.status()).isEqualTo(500);
                    ids.add(answer.json().get("id").asText());
                }
            }
            return log.events();
        }
    }

    @Test
    void theLineHasTheRouteTheExceptionTheApplicationsOwnFrameThePathAndTheRequest() {
        final List<ILoggingEvent> lines =
                errors("/orders/7", "/orders/8%0A/later", "/orders/8/later", "/orders/9/wrapped", "/orders/9/library");
        assertThat(lines.get(0).getFormattedMessage())
                .matches("GET /orders/\\{id} failed with NullPointerException at"
                        + " shop\\.FailureLogTest\\$OrderResource\\.get\\(FailureLogTest\\.java:\\d+\\), path /orders/7,"
                        + " request id-17" + ID);
        assertThat(lines.get(0)
                        .getThrowableProxy()
                        .getStackTraceElementProxyArray()[0]
                        .getSTEAsString())
                .contains("shop.FailureLogTest");
        assertThat(lines.get(1).getFormattedMessage())
                .startsWith("GET /orders/{id}/later failed with NumberFormatException")
                .contains(", path /orders/8%0A/later, request id-17")
                .doesNotContain("\n");
        assertThat(lines.get(2).getFormattedMessage())
                .matches("GET /orders/\\{id}/later failed with IllegalStateException at"
                        + " shop\\.FailureLogTest\\$OrderResource\\.lambda\\$later\\$\\d+\\(FailureLogTest\\.java:\\d+\\),"
                        + " path /orders/8/later, request id-17" + ID);
        assertThat(lines.get(3).getFormattedMessage())
                .contains("failed with RuntimeException at shop.FailureLogTest$OrderResource.lambda$wrapped$");
        assertThat(lines.get(4).getFormattedMessage())
                .matches("GET /orders/\\{id}/library failed with NumberFormatException in OrderResource.library, path"
                        + " /orders/9/library, request id-17" + ID);
    }

    @Test
    void aFailureThatRepeatsIsLoggedOnceAndCountedAndHasOneId() {
        final List<String> ids = new ArrayList<>();
        final List<ILoggingEvent> lines = lines(
                LogLines.of("org.jzenith.rest").at(Level.DEBUG),
                ids,
                "/orders/7",
                "/orders/8",
                "/orders/9/library",
                "/orders/10");
        final List<ILoggingEvent> errors =
                lines.stream().filter(line -> line.getLevel() == Level.ERROR).toList();
        final String id = ids.get(0);
        assertThat(ids).containsExactly(id, id, ids.get(2), id);
        assertThat(ids.get(2)).isNotEqualTo(id);
        assertThat(errors).hasSize(3);
        assertThat(errors.get(0).getFormattedMessage())
                .contains("path /orders/7")
                .endsWith(id + ".");
        assertThat(errors.get(0).getThrowableProxy()).isNotNull();
        assertThat(errors.get(1).getFormattedMessage()).contains("path /orders/9/library");
        assertThat(errors.get(2).getFormattedMessage())
                .matches("GET /orders/\\{id} failed with NullPointerException at"
                        + " shop\\.FailureLogTest\\$OrderResource\\.get\\(FailureLogTest\\.java:\\d+\\) 2 more"
                        + " time\\(s\\); the clients were told the id " + id + " of the first\\.");
        assertThat(errors.get(2).getThrowableProxy()).isNull();
        assertThat(lines)
                .filteredOn(line -> line.getFormattedMessage().contains(", again; "))
                .extracting(ILoggingEvent::getLevel, ILoggingEvent::getThrowableProxy)
                .containsOnly(org.assertj.core.api.Assertions.tuple(Level.DEBUG, null))
                .hasSize(2);
    }

    @Test
    void messagesWithValuesOfClientsDoNotFloodTheLog() {
        final String[] paths = IntStream.range(0, 100)
                .mapToObj(number -> "/orders/" + number + "/library")
                .toArray(String[]::new);
        final List<ILoggingEvent> errors = errors(paths);
        assertThat(errors).hasSize(22);
        assertThat(errors.get(21).getFormattedMessage())
                .startsWith("GET /orders/{id}/library failed with NumberFormatException in OrderResource.library 79"
                        + " more time(s)");
    }
}
