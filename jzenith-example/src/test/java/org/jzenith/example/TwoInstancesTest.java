package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestEvent;
import org.jzenith.test.TestStream;
import org.jzenith.test.TestWebSocket;

/** Two instances of the example on one database. */
final class TwoInstancesTest {

    private static final PostgresqlServer DATABASE = PostgresqlServer.start();
    private static final String[] SETTINGS = ChildApplication.settings(DATABASE);

    @RegisterExtension
    static final JZenithExtension ONE =
            JZenithExtension.of(() -> ExampleApplication.application(SETTINGS)).withoutDatabase();

    @RegisterExtension
    static final JZenithExtension OTHER =
            JZenithExtension.of(() -> ExampleApplication.application(SETTINGS)).withoutDatabase();

    @AfterAll
    static void stopDatabase() {
        DATABASE.close();
    }

    private static String create(final JZenithExtension instance, final String name) {
        return instance.http()
                .post("/users", Map.of("name", name))
                .expectStatus(201)
                .json()
                .get("id")
                .asText();
    }

    @Test
    void aUserOfOneInstanceIsShownByTheOther() {
        try (TestStream<TestEvent> events = OTHER.http().events("/users/changes");
                TestWebSocket socket = OTHER.http()
                        .withHeader("Origin", OTHER.http().uri().toString())
                        .webSocket("/ws/users")) {
            assertThat(socket.next().text()).startsWith("{\"position\":");
            final String ann = create(ONE, "Ann");
            final TestEvent created = events.next();
            assertThat(created.json().get("id").asText()).isEqualTo(ann);
            assertThat(socket.next().text()).contains("\"CREATED\"", ann, "\"Ann\"");

            final String bob = create(OTHER, "Bob");
            assertThat(events.next().json().get("id").asText()).isEqualTo(bob);
            try (TestStream<TestEvent> again =
                    ONE.http().withHeader("Last-Event-ID", created.id()).events("/users/changes")) {
                assertThat(again.next().json().get("id").asText()).isEqualTo(bob);
            }
        }
    }
}
