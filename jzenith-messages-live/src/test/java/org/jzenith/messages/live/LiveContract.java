package org.jzenith.messages.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestEvent;
import org.jzenith.test.TestStream;

/** Clients of two instances of an application; a test for each engine extends it. */
abstract class LiveContract {

    private static final Topic<Integer> NUMBERS = Topic.of("numbers", Integer.class);

    @RegisterExtension
    final JZenithExtension app = JZenithExtension.of(() -> with(application())).withoutDatabase();

    @RegisterExtension
    final JZenithExtension other =
            JZenithExtension.of(() -> with(application())).withoutDatabase();

    /** Adds the engine to an application, with the address of a server that both instances share. */
    abstract JZenith with(JZenith application);

    /** Returns true if the engine has an order over all partitions. */
    boolean isOrdered() {
        return true;
    }

    @Path("/numbers")
    public static final class NumberResource {

        private final LiveEvents live;

        @Inject
        NumberResource(final LiveEvents live) {
            this.live = live;
        }

        @GET
        @Produces(MediaType.SERVER_SENT_EVENTS)
        public Flowable<OutboundSseEvent> events(@HeaderParam("Last-Event-ID") final @Nullable String last) {
            return live.events(NUMBERS, last);
        }
    }

    private static JZenith application() {
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(NumberResource.class),
                        MessagesPlugin.create().publishing(NUMBERS),
                        LiveEventsPlugin.create());
    }

    private static void publish(final JZenithExtension on, final int from, final int to) {
        IntStream.rangeClosed(from, to)
                .forEach(number ->
                        on.get(Messages.class).publish(NUMBERS, number).blockingAwait());
    }

    private void assertNumbers(final List<TestEvent> events, final int to) {
        final List<Integer> found =
                events.stream().map(event -> Integer.valueOf(event.data())).toList();
        final List<Integer> all = IntStream.rangeClosed(1, to).boxed().toList();
        if (isOrdered()) {
            assertThat(found).isEqualTo(all);
        } else {
            assertThat(found).containsExactlyInAnyOrderElementsOf(all);
        }
    }

    @Test
    void aClientThatReconnectsToAnotherInstanceGetsExactlyWhatItMissed() {
        final String start;
        try (TestStream<TestEvent> events =
                app.http().withHeader("Last-Event-ID", "unknown").events("/numbers")) {
            final TestEvent reset = events.next();
            assertThat(reset.type()).isEqualTo("reset");
            publish(other, 1, 3);
            assertNumbers(events.next(3), 3);
            start = reset.id();
        }
        publish(app, 4, 150);
        try (TestStream<TestEvent> events =
                other.http().withHeader("Last-Event-ID", start).events("/numbers")) {
            publish(app, 151, 200);
            assertNumbers(events.next(200), 200);
        }
    }
}
