package org.jzenith.dev.internal.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections that have a request and ask where to send it. They ask on any thread; one thread answers, which waits here
 * meanwhile.
 */
public final class UpstreamQuestions {

    private static final long DEFERRED_MILLIS = 20;

    private final BlockingQueue<Wakening> waiting = new LinkedBlockingQueue<>();
    private final List<Question> deferred = new ArrayList<>();

    /** Ends the waiting; may carry a question. */
    private record Wakening(@Nullable Question question) {}

    /**
     * A connection that has a request.
     *
     * @param asked the time of the question, by {@link System#nanoTime}
     */
    public record Question(TcpProxy proxy, Consumer<Upstream> answer, long asked) {}

    /** Asks on any thread. */
    public void ask(final TcpProxy proxy, final Consumer<Upstream> answer) {
        waiting.add(new Wakening(new Question(proxy, answer, System.nanoTime())));
    }

    /** Ends the waiting, on any thread. */
    public void wake() {
        waiting.add(new Wakening(null));
    }

    /** The question is answered later, by the thread that answers. */
    public void defer(final Question question) {
        deferred.add(question);
    }

    /**
     * Waits for questions.
     *
     * @param pause milliseconds after which there may be none; less while some are deferred
     */
    public List<Question> next(final long pause) throws InterruptedException {
        final List<Wakening> come = new ArrayList<>();
        final Wakening first = waiting.poll(deferred.isEmpty() ? pause : DEFERRED_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
            come.add(first);
            waiting.drainTo(come);
        }
        final List<Question> asked = new ArrayList<>();
        for (final Wakening each : come) {
            if (each.question() != null) {
                asked.add(each.question());
            }
        }
        asked.addAll(deferred);
        deferred.clear();
        return asked;
    }
}
