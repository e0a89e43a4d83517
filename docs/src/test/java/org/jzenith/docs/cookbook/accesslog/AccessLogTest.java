package org.jzenith.docs.cookbook.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.internal.log.LogLines;
import org.slf4j.MDC;

/** The settings and the logback.xml of docs/cookbook/access-log.md. */
final class AccessLogTest {

    private static final String NAME = "org.jzenith.access";

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            // region application
            .withPlugins(RestPlugin.withResources(CartResource.class))
            .withConfiguration("rest.access-log.format", "json")
            .withConfiguration("rest.access-log.exclude", "/health/*")
            // endregion
            .withConfiguration("rest.access-log.output", "logger"));

    /** A cart. */
    @Path("/cart")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class CartResource {

        @GET
        public String cart() {
            return "empty";
        }
    }

    @Test
    void aLineIsADocument() throws InterruptedException, IOException {
        try (LogLines log = LogLines.of(NAME).at(Level.INFO)) {
            APP.http().get("/health");
            APP.http().get("/cart?coupon-code=X7&page=2");
            final JsonNode line =
                    new ObjectMapper().readTree(log.next(event -> true).getFormattedMessage());
            assertThat(line.path("target").asText()).isEqualTo("/cart?coupon-code=****&page=2");
            assertThat(line.path("status").asInt()).isEqualTo(200);
        }
    }

    @Test
    void itsAppenderAddsNothing() throws JoranException {
        final LoggerContext log = new LoggerContext();
        log.setMDCAdapter(MDC.getMDCAdapter());
        final JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(log);
        configurator.doConfigure(
                Objects.requireNonNull(AccessLogTest.class.getResource("/cookbook/accesslog/logback.xml")));
        final ByteArrayOutputStream output = new ByteArrayOutputStream();
        ((ConsoleAppender<ILoggingEvent>) log.getLogger(NAME).getAppender("access")).setOutputStream(output);
        log.getLogger(NAME).info("{\"status\":200}");
        assertThat(output.toString(StandardCharsets.UTF_8)).isEqualTo("{\"status\":200}\n");
    }
}
