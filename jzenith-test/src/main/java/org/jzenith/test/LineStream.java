package org.jzenith.test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jzenith.json.internal.stream.LineScanner;
import org.jzenith.test.internal.client.ReceivedElements;

/**
 * A response body with many lines. It reads only while the test waits for an element, so a test that does not wait acts as a slow client.
 */
final class LineStream<T> implements TestStream<T>, Flow.Subscriber<List<ByteBuffer>> {

    private final ReceivedElements<T> elements;
    private final Function<String, @Nullable T> parser;
    private final Consumer<TestStream<?>> closed;
    private final LineScanner lines = LineScanner.ofText(Integer.MAX_VALUE);
    private Flow.@Nullable Subscription subscription;
    private boolean isAsked;
    private boolean isClosed;

    /**
     * Creates a stream that is not yet subscribed.
     *
     * @param parser converts a line to an element, or returns null if the line does not complete one
     * @param closed is called when the stream is closed
     */
    LineStream(
            final ReceivedElements<T> elements,
            final Function<String, @Nullable T> parser,
            final Consumer<TestStream<?>> closed) {
        this.elements = elements;
        this.parser = parser;
        this.closed = closed;
    }

    @Override
    public T next() {
        return elements.next(any -> true, this::ask);
    }

    @Override
    public T next(final Predicate<? super T> wanted) {
        return elements.next(wanted, this::ask);
    }

    @Override
    public List<T> next(final int count) {
        return elements.next(count, this::ask);
    }

    @Override
    public List<T> remaining() {
        return elements.remaining(this::ask);
    }

    @Override
    public void close() {
        closed.accept(this);
        final Flow.Subscription cancelled;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            cancelled = subscription;
        }
        elements.end("was closed by the test");
        if (cancelled != null) {
            cancelled.cancel();
        }
    }

    /** Requests an element, unless an earlier wait that timed out has already requested one. */
    private void ask() {
        final Flow.Subscription asked;
        synchronized (this) {
            if (isAsked) {
                return;
            }
            isAsked = true;
            asked = subscription;
        }
        if (asked != null) {
            asked.request(1);
        }
    }

    @Override
    public void onSubscribe(final Flow.Subscription from) {
        final boolean isLate;
        final boolean isWanted;
        synchronized (this) {
            subscription = from;
            isLate = isClosed;
            isWanted = isAsked;
        }
        if (isLate) {
            from.cancel();
        } else if (isWanted) {
            from.request(1);
        }
    }

    @Override
    public void onNext(final List<ByteBuffer> pieces) {
        final List<T> complete = new ArrayList<>();
        try {
            pieces.forEach(piece -> addAll(piece, complete));
        } catch (final IllegalArgumentException e) {
            complete.forEach(elements::add);
            elements.fail(e);
            close();
            return;
        }
        final Flow.Subscription from;
        synchronized (this) {
            from = subscription;
            isAsked = complete.isEmpty();
        }
        complete.forEach(elements::add);
        if (complete.isEmpty() && from != null) {
            from.request(1);
        }
    }

    private void addAll(final ByteBuffer piece, final List<T> complete) {
        final byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        lines.offer(bytes);
        while (lines.next()) {
            final T element = parser.apply(lines.text());
            if (element != null) {
                complete.add(element);
            }
        }
        lines.keep();
    }

    @Override
    public void onError(final Throwable failure) {
        elements.fail(failure);
    }

    @Override
    public void onComplete() {
        try {
            final T last = lines.end() ? parser.apply(lines.text()) : null;
            if (last != null) {
                elements.add(last);
            }
        } catch (final IllegalArgumentException e) {
            elements.fail(e);
        }
        elements.end("ended");
    }
}
