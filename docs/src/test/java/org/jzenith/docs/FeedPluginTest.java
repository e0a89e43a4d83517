package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.test.JZenithExtension;

/** The plugin of the page about plugins that handles messages. */
final class FeedPluginTest {

    private static final BlockingQueue<String> SEEN = new LinkedBlockingQueue<>();
    private static final CompletableFuture<Consumer<FeedPlugin.Message>> RECEIVER = new CompletableFuture<>();

    private static final FeedPlugin.Feed FEED = new FeedPlugin.Feed() {
        @Override
        public void subscribe(final Consumer<FeedPlugin.Message> receiver) {
            RECEIVER.complete(receiver);
        }

        @Override
        public void acknowledge(final FeedPlugin.Message message, final boolean handled) {
            SEEN.add((handled ? "handled " : "failed ") + message.text());
        }

        @Override
        public void ask(final String question, final Consumer<String> answer) {
            new Thread(() -> answer.accept(question + "!")).start();
        }
    };

    private static final FeedPlugin PLUGIN = new FeedPlugin(
            FEED,
            message -> Completable.fromAction(() -> {
                final RequestContext context = Objects.requireNonNull(RequestContext.current());
                SEEN.add(context.description().replaceAll("-[0-9a-f]{8}-\\d+", "-N") + " on an event loop: "
                        + (EventLoopContext.current() != null));
                if (message.text().isEmpty()) {
                    throw new IllegalArgumentException("The message is empty.");
                }
            }));

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> JZenith.application().withPlugins(PLUGIN));

    @Test
    void eachMessageIsARunOfWorkAndAcknowledged() throws Exception {
        for (final String text : List.of("17", "")) {
            RECEIVER.join().accept(new FeedPlugin.Message("orders", Map.of(), text));
            assertThat(SEEN.poll(20, TimeUnit.SECONDS))
                    .isEqualTo("message orders, request orders-N on an event loop: true");
            assertThat(SEEN.poll(20, TimeUnit.SECONDS)).isEqualTo(text.isEmpty() ? "failed " : "handled " + text);
        }
    }

    @Test
    void anAnswerArrivesOnTheEventLoopAndInTheRequestThatHasAsked() throws Exception {
        final CompletableFuture<String> answer = new CompletableFuture<>();
        final CompletableFuture<Thread> asking = new CompletableFuture<>();
        EventLoopContext.onEach(APP.get(Vertx.class))
                .get(0)
                .run(() -> RequestContext.create("r-1").run(() -> {
                    asking.complete(Thread.currentThread());
                    final var asked = PLUGIN.ask("Open")
                            .subscribe(text -> answer.complete(text + " "
                                    + Objects.requireNonNull(RequestContext.current())
                                            .id()
                                    + (Thread.currentThread() == asking.join() ? " here" : " elsewhere")));
                    assertThat(asked).isNotNull();
                }));
        assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo("Open! r-1 here");
    }
}
