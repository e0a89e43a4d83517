package org.jzenith.rest.internal.sse;

import jakarta.ws.rs.ext.Providers;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jzenith.rest.internal.rx.ElementBuffer;
import org.jzenith.rest.internal.rx.ElementWriter;

/** Server-sent events. */
final class EventElements implements ElementWriter {

    private static final String COMMENT = ":\n\n";
    private static final String ERROR = "event: error\ndata: ";

    private final ElementBuffer target = new ElementBuffer();
    private final EventText encoder;
    private final Type elementType;
    private final Annotation[] annotations;
    private final Duration heartbeat;

    /** The bytes of the target before the last element. */
    private int whole;

    EventElements(
            final Providers bodies,
            final Type elementType,
            final Annotation[] annotations,
            final Duration heartbeat,
            final Optional<Duration> retry) {
        this.encoder = new EventText(bodies);
        this.elementType = elementType;
        this.annotations = annotations;
        this.heartbeat = heartbeat;
        retry.ifPresent(time -> text("retry: " + time.toMillis() + "\n\n"));
    }

    private void text(final String ascii) {
        text(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    private void text(final byte[] bytes) {
        target.write(bytes, 0, bytes.length);
    }

    @Override
    public void write(final Object element) throws IOException {
        whole = target.size();
        if (element instanceof final EventSink.QueuedEvent event) {
            text(event.bytes());
            event.written();
        } else if (element instanceof final OutboundSseEvent event) {
            encoder.write(event, target);
        } else {
            encoder.write(element, elementType, annotations, target);
        }
    }

    @Override
    public ElementBuffer target() {
        return target;
    }

    /** The problem is JSON in one line. */
    @Override
    public boolean writeFailure(final Supplier<byte[]> problem, final boolean isHalfWritten) {
        if (isHalfWritten) {
            target.truncate(whole);
        }
        text(ERROR);
        text(problem.get());
        target.write('\n');
        target.write('\n');
        return true;
    }

    @Override
    public boolean endsTurn(final Object element) {
        return element instanceof final EventSink.QueuedEvent event && event.endsTurn();
    }

    @Override
    public Duration heartbeat() {
        return heartbeat;
    }

    @Override
    public void writeHeartbeat() {
        text(COMMENT);
    }
}
