package org.jzenith.docs.cookbook.events;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestEvent;
import org.jzenith.test.TestStream;

/** The code of docs/cookbook/live-events.md. */
final class LiveEventsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> JZenith.application()
                    // region plugin
                    .withPlugins(RestPlugin.withResources(MessageResource.class))
                    .withModules(binder -> binder.bind(Messages.class))
            // endregion
            );

    // region test
    private static void say(final String text) {
        APP.http()
                .withHeader("Content-Type", "text/plain")
                .post("/messages", text)
                .expectStatus(200);
    }

    @Test
    void aPageThatLosesItsConnectionMissesNothing() {
        final String seen;
        try (TestStream<TestEvent> events = APP.http().events("/messages")) {
            say("one");
            seen = events.next().id();
        }
        say("two");
        try (TestStream<TestEvent> events =
                APP.http().withHeader("Last-Event-ID", seen).events("/messages")) {
            assertThat(events.next().as(Message.class).text()).isEqualTo("two");
            say("three");
            assertThat(events.next().as(Message.class).text()).isEqualTo("three");
        }
    }
    // endregion

    @Test
    void aPageOfAnEarlierStartGetsEverythingOfThisOne() {
        say("one");
        say("two");
        final String seen;
        try (TestStream<TestEvent> events = APP.http().events("/messages")) {
            events.next();
            seen = events.next().id();
        }
        APP.restart();
        say("three");
        try (TestStream<TestEvent> events =
                APP.http().withHeader("Last-Event-ID", seen).events("/messages")) {
            assertThat(events.next().as(Message.class).text()).isEqualTo("three");
        }
    }

    @Test
    void thePageListens() {
        assertThat(APP.http().get("/messages/page").body()).contains("new EventSource(\"/messages\")");
    }
}
