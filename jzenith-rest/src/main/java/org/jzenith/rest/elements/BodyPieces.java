package org.jzenith.rest.elements;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jzenith.http.body.BodyStream;
import org.jzenith.http.vertx.VertxHttp;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.entity.ContentCodings;
import org.jzenith.rest.entity.ContentTypes;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.resteasy.RequestHeaders;

/** A body that a method takes as a {@code Flowable}: it is not received before the call, only checked. */
public final class BodyPieces implements Step {

    /** The bytes of a piece of a body that a filter has replaced. */
    private static final int PIECE = 64 * 1024;

    private final boolean areElements;
    private final boolean areParts;

    BodyPieces(final Parameter[] parameters) {
        this.areElements = Arrays.stream(parameters).anyMatch(BodyPieces::areElementsTakenBy);
        this.areParts = Arrays.stream(parameters).anyMatch(BodyPieces::arePartsTakenBy);
    }

    static boolean isTakenBy(final Parameter[] parameters) {
        return Arrays.stream(parameters).anyMatch(BodyPieces::isTakenBy);
    }

    static boolean isTakenBy(final Parameter parameter) {
        return parameter.getParamType() == ParamType.MESSAGE_BODY && parameter.getType() == Flowable.class;
    }

    /** Returns true if the body is parsed while it arrives. */
    static boolean areElementsTakenBy(final Parameter parameter) {
        return isTakenBy(parameter)
                && !arePartsTakenBy(parameter)
                && !(parameter.getGenericType() instanceof ParameterizedType type
                        && type.getActualTypeArguments()[0] == Buffer.class);
    }

    /** Returns true if the parameter takes the parts of a form. */
    static boolean arePartsTakenBy(final Parameter parameter) {
        return isTakenBy(parameter)
                && parameter.getGenericType() instanceof ParameterizedType type
                && type.getActualTypeArguments()[0] == Part.class;
    }

    @Override
    public boolean run(final Invocation invocation) {
        if (areElements) {
            BodyElements.check(invocation.headers());
        } else if (areParts) {
            checkParts(invocation.headers());
        }
        if (invocation.exchange().isBodyOutstanding()) {
            prepare(invocation);
        }
        return true;
    }

    private static void checkParts(final RequestHeaders headers) {
        if (!ContentTypes.isFormOfParts(headers.getMediaType())) {
            throw new NotSupportedException(ContentTypes.notSupported(headers, MediaType.MULTIPART_FORM_DATA));
        }
        ContentTypes.boundary(headers.getMediaType());
    }

    /** The body will be read in pieces. */
    public static void prepare(final Invocation invocation) {
        invocation.headers().checkNegotiation();
        ContentCodings.check(
                invocation.exchange().request().headers(),
                invocation.container().understood());
        invocation.exchange().body().prepareFlowable();
    }

    /** A filter may have asked for the whole body, and may have replaced it. */
    public static Flowable<Buffer> of(final Invocation invocation) {
        return invocation.exchange().isBodyOutstanding()
                ? invocation.exchange().body().flowable()
                : of(invocation.request().getInputStream());
    }

    /** The rest of a stream that is in memory; where the server received it, the pieces share its bytes. */
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

    @Override
    public String description() {
        return "prepare to stream the body";
    }
}
