package org.jzenith.rest.elements;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.ParameterizedType;
import org.jboss.resteasy.spi.util.Types;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.entity.ContentTypes;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.ParameterModel;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.resteasy.RequestHeaders;
import org.jzenith.rest.step.BodyFlowables;

/** A body that a method takes as a {@code Flowable}: it is not received before the call, only checked. */
final class BodyPieces implements Step {

    private final boolean areElements;
    private final boolean areParts;

    BodyPieces(final ParameterModel body) {
        this.areElements = areElementsTakenBy(body);
        this.areParts = arePartsTakenBy(body);
    }

    static boolean isTakenBy(final ParameterModel parameter) {
        return parameter.kind() == ParameterModel.Kind.BODY && Types.getRawType(parameter.type()) == Flowable.class;
    }

    /** Returns true if the body is parsed while it arrives. */
    static boolean areElementsTakenBy(final ParameterModel parameter) {
        return isTakenBy(parameter)
                && !arePartsTakenBy(parameter)
                && !(parameter.type() instanceof ParameterizedType type
                        && type.getActualTypeArguments()[0] == Buffer.class);
    }

    /** Returns true if the parameter takes the parts of a form. */
    static boolean arePartsTakenBy(final ParameterModel parameter) {
        return isTakenBy(parameter)
                && parameter.type() instanceof ParameterizedType type
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
            BodyFlowables.prepare(invocation);
        }
        return true;
    }

    private static void checkParts(final RequestHeaders headers) {
        if (!ContentTypes.isFormOfParts(headers.getMediaType())) {
            throw new NotSupportedException(ContentTypes.notSupported(headers, MediaType.MULTIPART_FORM_DATA));
        }
        ContentTypes.boundary(headers.getMediaType());
    }

    @Override
    public String description() {
        return "prepare to stream the body";
    }
}
