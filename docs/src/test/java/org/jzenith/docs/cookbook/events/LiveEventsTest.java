package org.jzenith.docs.cookbook.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;
import org.jzenith.test.TestEvent;
import org.jzenith.test.TestStream;

/** The code of docs/cookbook/live-events.md. */
final class LiveEventsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(MessageResource.class, MessageBroadcastResource.class))
            .withModules(binder -> binder.bind(Messages.class)));

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

    /** Four write at once, while others come and go. */
    @Test
    void aBroadcasterSendsWhatWasMissedAndThenTheNewOnesWithoutAGap() throws Exception {
        final JZenithHttp client = APP.http().withHeader("Content-Type", "text/plain");
        final ExecutorService writers = Executors.newFixedThreadPool(4);
        try {
            final List<Future<?>> written = new ArrayList<>();
            for (int i = 0; i < 90; i++) {
                final String text = "m" + i;
                written.add(writers.submit(() -> client.post("/broadcast", text).expectStatus(204)));
            }
            String seen = "";
            final List<String> got = new ArrayList<>();
            while (got.size() < 90) {
                try (TestStream<TestEvent> events =
                        APP.http().withHeader("Last-Event-ID", seen).events("/broadcast")) {
                    for (int i = 0; i < 9; i++) {
                        final TestEvent next = events.next();
                        assertThat(next.id()).isGreaterThan(seen);
                        seen = next.id();
                        got.add(next.data());
                    }
                }
            }
            assertThat(got).doesNotHaveDuplicates();
            assertThat(seen).endsWith("-000000000090");
            for (final Future<?> each : written) {
                each.get();
            }
        } finally {
            writers.shutdown();
        }
        final String earlier;
        try (TestStream<TestEvent> events = APP.http().events("/broadcast")) {
            earlier = events.next(90).get(89).id();
        }
        APP.restart();
        APP.http().withHeader("Content-Type", "text/plain").post("/broadcast", "after the restart");
        try (TestStream<TestEvent> events =
                APP.http().withHeader("Last-Event-ID", earlier).events("/broadcast")) {
            assertThat(events.next().data()).isEqualTo("after the restart");
        }
    }
}
