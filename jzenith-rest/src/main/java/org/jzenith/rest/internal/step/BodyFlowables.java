package org.jzenith.rest.internal.step;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import java.io.InputStream;
import org.jzenith.http.body.BodyStream;
import org.jzenith.http.internal.vertx.VertxHttp;
import org.jzenith.rest.internal.entity.ContentCodings;
import org.jzenith.rest.internal.pipeline.RestInvocation;

/** The pieces of a body that is read while it arrives. */
public final class BodyFlowables {

    /** The bytes of a piece of a body that a filter has replaced. */
    private static final int PIECE = 64 * 1024;

    private BodyFlowables() {}

    /**
     * Prepares a body that is read in pieces.
     *
     * @throws jakarta.ws.rs.WebApplicationException if the headers rule it out
     */
    public static void prepare(final RestInvocation invocation) {
        invocation.headers().checkNegotiation();
        ContentCodings.check(
                invocation.exchange().request().headers(),
                invocation.container().understood());
        invocation.exchange().body().prepareFlowable();
    }

    /**
     * Returns the body. A filter may have asked for the whole body, and may have replaced it.
     *
     * @return pieces, for one subscriber
     */
    public static Flowable<Buffer> of(final RestInvocation invocation) {
        return invocation.exchange().isBodyOutstanding()
                ? invocation.exchange().body().flowable()
                : of(invocation.request().getInputStream());
    }

    /**
     * Returns the rest of a stream that is in memory. Where the server received it, the pieces share its bytes.
     *
     * @return pieces
     */
    public static Flowable<Buffer> of(final InputStream stream) {
        return stream instanceof final BodyStream received
                ? Flowable.fromIterable(received.pieces())
                : Flowable.generate(pieces -> {
                    final byte[] next = stream.readNBytes(PIECE);
                    if (next.length == 0) {
                        pieces.onComplete();
                    } else {
                        pieces.onNext(VertxHttp.bufferOf(next, 0, next.length));
                    }
                });
    }
}
