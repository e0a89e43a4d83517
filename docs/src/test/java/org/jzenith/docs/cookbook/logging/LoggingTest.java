package org.jzenith.docs.cookbook.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.Status;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.logging.LoggingPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.slf4j.MDC;

/** The logback.xml of docs/cookbook/logging.md, with the lines of a request. */
final class LoggingTest {

    private static LoggerContext log = new LoggerContext();

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> JZenith.application()
                    // region plugin
                    .withPlugins(
                            RestPlugin.withResources(OrderResource.class), LoggingPlugin.create())
            // endregion
            );

    /** Logs on another thread than the one that called it. */
    @Path("/orders")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class OrderResource {

        private final ch.qos.logback.classic.Logger logger = log.getLogger("com.example.Orders");

        @Inject
        OrderResource() {}

        @GET
        public Single<String> order() {
            return Single.just("ordered")
                    .observeOn(Schedulers.io())
                    .doOnSuccess(state -> logger.info("{}\nby {}", state, "Ann"));
        }
    }

    private static String logged(final String format) throws JoranException {
        final URL file = Objects.requireNonNull(LoggingTest.class.getResource("/cookbook/logging/logback.xml"));
        log = new LoggerContext();
        log.setMDCAdapter(MDC.getMDCAdapter());
        log.putProperty("LOG_FORMAT", format);
        final JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(log);
        configurator.doConfigure(file);
        assertThat(log.getStatusManager().getCopyOfStatusList())
                .filteredOn(status -> status.getEffectiveLevel() >= Status.WARN)
                .isEmpty();
        final ByteArrayOutputStream output = new ByteArrayOutputStream();
        final ConsoleAppender<ILoggingEvent> appender =
                (ConsoleAppender<ILoggingEvent>) log.getLogger("ROOT").getAppender("console");
        appender.setOutputStream(output);
        APP.http().withHeader("X-Request-Id", "shop-17").get("/orders");
        return output.toString(StandardCharsets.UTF_8);
    }

    @Test
    void textHasTheIdOfTheRequestAndIndentsFurtherLines() throws JoranException {
        assertThat(logged("text")).endsWith(" INFO  [shop-17] com.example.Orders - ordered\n    by Ann\n");
    }

    @Test
    void textOfClientsBeginsNoLineOfItsOwn() throws JoranException {
        logged("text");
        final ByteArrayOutputStream output = new ByteArrayOutputStream();
        ((ConsoleAppender<ILoggingEvent>) log.getLogger("ROOT").getAppender("console")).setOutputStream(output);
        log.getLogger("com.example.Orders")
                .warn("one\n12:00:00.000 INFO\r\u001b[1m", new IllegalStateException("two\n12:00:00.000 INFO\u0007"));
        log.getLogger("com.example.Orders").warn("last");
        final String text = output.toString(StandardCharsets.UTF_8);
        assertThat(text)
                .contains(
                        " - one\n    12:00:00.000 INFO??[1m\n    java.lang.IllegalStateException: two\n    12:00:00.000 INFO?\n    \tat ")
                .endsWith(" com.example.Orders - last\n");
        assertThat(text.lines().filter(line -> !line.startsWith("    "))).hasSize(2);
    }

    @Test
    void jsonHasTheIdOfTheRequestToo() throws JoranException, IOException {
        final String line = logged("json");
        assertThat(line).endsWith("\n").hasLineCount(1);
        final JsonNode event = new ObjectMapper().readTree(line);
        assertThat(event.get("requestId").asText()).isEqualTo("shop-17");
        assertThat(event.get("message").asText()).isEqualTo("ordered\nby Ann");
        assertThat(event.get("log.level").asText()).isEqualTo("INFO");
        assertThat(event.properties())
                .extracting(java.util.Map.Entry::getKey)
                .containsExactly(
                        "@timestamp",
                        "log.level",
                        "message",
                        "ecs.version",
                        "service.name",
                        "event.dataset",
                        "process.thread.name",
                        "log.logger",
                        "requestId");
    }
}
