package org.jzenith.test.internal.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The elements of a stream between the threads of the client, which add them, and the test, which waits for them. */
public final class ReceivedElements<T> {

    private static final int SHOWN = 5;
    private static final int LENGTH = 300;

    private final String source;
    private final Duration timeout;
    private final BlockingQueue<Signal<T>> signals = new LinkedBlockingQueue<>();
    private final Deque<T> newest = new ArrayDeque<>();
    private int count;
    private @Nullable Signal<T> end;

    /** An element, or the end, which may have a reason. */
    private record Signal<T>(
            @Nullable T element,
            @Nullable String reason,
            @Nullable Throwable failure) {}

    /**
     * Creates a list without elements.
     *
     * @param source the request, for failures
     */
    public ReceivedElements(final String source, final Duration timeout) {
        this.source = source;
        this.timeout = timeout;
    }

    public void add(final T element) {
        signals.add(new Signal<>(element, null, null));
    }

    /** Ends the stream. */
    public void end(final String reason) {
        signals.add(new Signal<>(null, reason, null));
    }

    public void fail(final Throwable failure) {
        signals.add(new Signal<>(null, "broke: " + failure, failure));
    }

    public synchronized T next(final Predicate<? super T> wanted, final Runnable demand) {
        final long deadline = deadline();
        while (true) {
            final T element = poll(deadline, demand);
            if (element == null) {
                throw failed("A further one was expected.");
            }
            if (wanted.test(element)) {
                return element;
            }
        }
    }

    public synchronized List<T> next(final int wanted, final Runnable demand) {
        final long deadline = deadline();
        final List<T> elements = new ArrayList<>();
        while (elements.size() < wanted) {
            final T element = poll(deadline, demand);
            if (element == null) {
                throw failed(wanted + " were expected.");
            }
            elements.add(element);
        }
        return elements;
    }

    public synchronized List<T> remaining(final Runnable demand) {
        final long deadline = deadline();
        final List<T> elements = new ArrayList<>();
        for (T element = poll(deadline, demand); element != null; element = poll(deadline, demand)) {
            elements.add(element);
        }
        if (end != null && end.failure() != null) {
            throw failed("The end was expected.");
        }
        return elements;
    }

    private long deadline() {
        return System.nanoTime() + timeout.toNanos();
    }

    /** The next element, or null at the end. */
    private @Nullable T poll(final long deadline, final Runnable demand) {
        if (end != null) {
            return null;
        }
        Signal<T> signal = signals.poll();
        if (signal == null) {
            demand.run();
            signal = await(deadline);
        }
        if (signal == null) {
            throw new AssertionError(
                    received() + ", and nothing more within " + FutureResult.text(timeout) + "." + shown());
        }
        if (signal.element() == null) {
            end = signal;
            return null;
        }
        count++;
        newest.add(signal.element());
        if (newest.size() > SHOWN) {
            newest.remove();
        }
        return signal.element();
    }

    private @Nullable Signal<T> await(final long deadline) {
        try {
            return signals.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + source, e);
        }
    }

    private AssertionError failed(final String expected) {
        final Signal<T> last = end;
        return last == null
                ? new AssertionError(received() + "." + shown())
                : new AssertionError(received() + " and " + last.reason() + ". " + expected + shown(), last.failure());
    }

    private String received() {
        return source + " sent " + count + (count == 1 ? " element" : " elements");
    }

    private String shown() {
        if (newest.isEmpty()) {
            return "";
        }
        final StringBuilder text = new StringBuilder(count > SHOWN ? "\n  the newest " + SHOWN + ":" : "\n  all:");
        newest.forEach(element -> text.append("\n    ").append(shortened(String.valueOf(element), LENGTH)));
        return text.toString();
    }

    /** Shows a part of a long text. */
    public static String shortened(final String text, final int length) {
        return text.length() <= length ? text : text.substring(0, length) + ".. (" + text.length() + " characters)";
    }
}
