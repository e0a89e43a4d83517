package org.jzenith.docs;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jzenith.core.Plugin;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.core.work.Work;
import org.jzenith.core.work.WorkRunner;

/** Handles the messages of a feed. */
public final class FeedPlugin implements Plugin, BackgroundWork, GracefulShutdown {

    /** A message of the feed. */
    public record Message(String topic, Map<String, String> headers, String text) {}

    /** A client of another library, which calls back on threads of its own. */
    public interface Feed {

        /** Passes each message to a receiver. */
        void subscribe(Consumer<Message> receiver);

        /** Tells the feed if a message was handled. */
        void acknowledge(Message message, boolean handled);

        /** Asks a question. */
        void ask(String question, Consumer<String> answer);
    }

    private final Feed feed;
    private final Function<Message, Completable> handler;
    private volatile List<WorkRunner> runners = List.of();

    /** Creates the plugin with the handler of all messages. */
    public FeedPlugin(final Feed feed, final Function<Message, Completable> handler) {
        this.feed = feed;
        this.handler = handler;
    }

    @Override
    public String name() {
        return "feed";
    }

    // region work
    @Override
    public Completable begin(final Injector injector) {
        return Completable.fromAction(() -> {
            runners =
                    EventLoopContext.onEach(injector.getInstance(Vertx.class))
                            .stream()
                            .map(loop -> WorkRunner.of(injector, loop, 100))
                            .toList();
            feed.subscribe(this::receive);
        });
    }

    private void receive(final Message message) {
        final Work work = Work.of("message", message.topic())
                .withHeaders(message.headers())
                .withTimeout(Duration.ofSeconds(30));
        final var run = runners.get(
                        Math.floorMod(message.topic().hashCode(), runners.size()))
                .run(work, Completable.defer(() -> handler.apply(message)))
                .subscribe(
                        () -> feed.acknowledge(message, true),
                        failure -> feed.acknowledge(message, false));
    }

    @Override
    public Completable announceStop(final Injector injector) {
        return Completable.fromAction(() -> runners.forEach(WorkRunner::stop));
    }

    @Override
    public Completable drain(final Injector injector) {
        final JZenithConfiguration times =
                injector.getInstance(JZenithConfiguration.class);
        return Completable.merge(runners.stream()
                .map(runner ->
                        runner.drain(times.stopDelay(), times.drainTimeout()))
                .toList());
    }
    // endregion

    // region caller
    /**
     * Asks the feed. The answer arrives on the event loop, and in the request,
     * that has subscribed.
     */
    public Single<String> ask(final String question) {
        return RxFuture.single(() -> {
            final Promise<String> promise = Promise.promise();
            final Executor caller = EventLoopContext.caller();
            feed.ask(
                    question,
                    answer -> caller.execute(() -> promise.complete(answer)));
            return promise.future();
        });
    }
    // endregion
}
