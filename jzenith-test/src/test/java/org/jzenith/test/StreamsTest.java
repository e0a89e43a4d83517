package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.test.StreamingPlugin.Streams;
import org.jzenith.test.internal.leak.Polling;

final class StreamsTest {

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> JZenith.application().withPlugins(new StreamingPlugin()));

    private record Named(String name) {}

    private static void awaitNoStream() {
        final Polling polling = new Polling(Duration.ofSeconds(10));
        while (APP.get(Streams.class).open.get() > 0 && !polling.isOver()) {
            polling.pause();
        }
        assertThat(APP.get(Streams.class).open).hasValue(0);
    }

    @Test
    void anEventHasWhatAPageGets() {
        try (TestStream<TestEvent> events = APP.http().events("/events")) {
            final TestEvent created = events.next();
            assertThat(created.id()).isEqualTo("1");
            assertThat(created.type()).isEqualTo("created");
            assertThat(created.data()).isEqualTo("{\"name\":\n \"Ann\"}");
            assertThat(created.retry()).hasValue(Duration.ofMillis(500));
            assertThat(created.as(Named.class)).isEqualTo(new Named("Ann"));
            assertThat(created.json().get("name").asText()).isEqualTo("Ann");
            final TestEvent empty = events.next();
            assertThat(empty.data()).isEmpty();
            assertThat(empty.id()).as("stays").isEqualTo("1");
            assertThat(empty.type()).isEqualTo("message");
            assertThat(empty.json().isMissingNode()).isTrue();
            final TestEvent last = events.next();
            assertThat(last.id()).as("of the block without data").isEqualTo("7");
            assertThatThrownBy(() -> last.as(Named.class))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("The data cannot be read as Named: message 7: x");
        }
        awaitNoStream();
    }

    @Test
    void aPageThatComesBackSaysWhatItHasSeen() {
        try (TestStream<TestEvent> events =
                APP.http().withHeader("Last-Event-ID", "4").events("/events")) {
            assertThat(events.next(event -> !event.id().isEmpty()).id()).isEqualTo("41");
        }
    }

    @Test
    void aMissingEventIsToldWithThoseThatCame() {
        try (TestStream<TestEvent> events =
                APP.http().withTimeout(Duration.ofSeconds(1)).events("/events")) {
            assertThat(events.next(2)).hasSize(2);
            assertThatThrownBy(() -> events.next(event -> event.type().equals("deleted")))
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("GET " + APP.http().uri() + "/events sent 3 elements, and nothing more within 1 s."
                            + "\n  all:\n    created 1: {\"name\":\n \"Ann\"}\n    message 1: \n    message 7: x");
        }
    }

    @Test
    void theEndIsToldToo() {
        try (TestStream<TestEvent> events = APP.http().events("/two")) {
            assertThatThrownBy(() -> events.next(3))
                    .hasMessage("GET " + APP.http().uri() + "/two sent 2 elements and ended. 3 were expected."
                            + "\n  all:\n    message: one\n    message: two");
            assertThatThrownBy(events::next).hasMessageContaining(" and ended. A further one was expected.");
            assertThat(events.remaining()).isEmpty();
        }
        try (TestStream<TestEvent> events = APP.http().events("/two")) {
            assertThat(events.remaining()).extracting(TestEvent::data).containsExactly("one", "two");
        }
    }

    @Test
    void aConnectionThatBreaksIsNoEnd() {
        try (TestStream<TestEvent> events = APP.http().events("/broken")) {
            assertThat(events.next().data()).isEqualTo("one");
            assertThatThrownBy(events::remaining)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("/broken sent 1 element and broke: java.io.IOException")
                    .hasMessageContaining("The end was expected.");
        }
    }

    @Test
    void anAnswerThatIsNoStreamIsShown() {
        assertThatThrownBy(() -> APP.http().events("/none"))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("The response is not text/event-stream.\n  GET "
                        + APP.http().uri() + "/none\n  404\n")
                .hasMessageContaining("application/problem+json")
                .hasMessageEndingWith("\n    {\"title\":\"Not Found\"}");
        assertThatThrownBy(() -> APP.http().lines("/echo", String.class))
                .hasMessageStartingWith("The response is not application/x-ndjson.\n");
    }

    @Test
    void linesAreElements() {
        try (TestStream<Integer> numbers = APP.http().lines("/numbers", Integer.class)) {
            assertThat(numbers.next()).isEqualTo(1);
            assertThat(numbers.remaining()).isEqualTo(List.of(2, 3));
        }
        try (TestStream<Integer> numbers = APP.http().lines("/texts", Integer.class)) {
            assertThat(numbers.next()).isEqualTo(1);
            assertThatThrownBy(numbers::next)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("/texts sent 1 element and broke")
                    .hasMessageContaining("The line cannot be read as Integer: x");
        }
    }

    @Test
    void aStreamThatIsClosedHasNoMore() {
        final TestStream<TestEvent> events = APP.http().events("/events");
        events.close();
        events.close();
        assertThatThrownBy(events::next).hasMessageContaining("was closed by the test");
        awaitNoStream();
    }
}
