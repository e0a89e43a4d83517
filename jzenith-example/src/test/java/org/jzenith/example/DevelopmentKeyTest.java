package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.slf4j.LoggerFactory;

/** The example with nothing configured but its port. */
final class DevelopmentKeyTest {

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(DevelopmentKey.class);

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(log);
    }

    private List<String> lines() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private static int status(final String uri, final String token) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(uri))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void theLogHasATokenThatWorks() throws Exception {
        final String first;
        try (RunningApplication application =
                ExampleApplication.application("--rest.port=0").run()) {
            assertThat(lines()).hasSize(1);
            final String[] words = lines().get(0).split(" ");
            final String uri = words[words.length - 1];
            first = words[words.length - 2].replace("'", "");
            assertThat(uri).isEqualTo(application.uri() + "/admin/names");
            assertThat(status(uri, first)).isEqualTo(200);
        }
        try (RunningApplication application =
                ExampleApplication.application("--rest.port=0").run()) {
            assertThat(status(application.uri() + "/admin/names", first))
                    .as("the key is another one")
                    .isEqualTo(401);
        }
    }

    @Test
    void thereIsNoneBesideAConfiguredKey() throws Exception {
        try (RunningApplication application = ExampleApplication.application(
                        "--rest.port=0", "--jwt.secret=0123456789abcdef0123456789abcdef")
                .run()) {
            assertThat(application.port()).isPositive();
            assertThat(lines()).isEmpty();
        }
    }

    @Test
    void thereIsNoneForAnotherDatabase() {
        try (PostgresqlServer server = PostgresqlServer.start();
                RunningApplication application = ExampleApplication.application(
                                ChildApplication.settings(server, "--rest.port=0"))
                        .run()) {
            assertThat(application.port()).isPositive();
            assertThat(lines()).singleElement().asString().startsWith("All tokens are refused");
        }
    }
}
