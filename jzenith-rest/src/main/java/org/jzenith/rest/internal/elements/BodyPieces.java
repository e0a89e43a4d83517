package org.jzenith.rest.internal.elements;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.internal.step.BodyFlowables;
import org.jzenith.rest.pipeline.ParameterModel;

/** A body that a method takes as a {@code Flowable}: it is not received before the call, only checked. */
final class BodyPieces implements RestStep {

    private final boolean areElements;

    BodyPieces(final ParameterModel body) {
        this.areElements = areElementsTakenBy(body);
    }

    /** Returns false for the parts of a form. */
    static boolean isTakenBy(final ParameterModel parameter) {
        return parameter.kind() == ParameterModel.Kind.BODY
                && Types.getRawType(parameter.type()) == Flowable.class
                && elementType(parameter) != Part.class;
    }

    /** Returns true if the body is parsed while it arrives. */
    static boolean areElementsTakenBy(final ParameterModel parameter) {
        return isTakenBy(parameter) && elementType(parameter) != Buffer.class;
    }

    private static @Nullable Type elementType(final ParameterModel parameter) {
        return parameter.type() instanceof final ParameterizedType type ? type.getActualTypeArguments()[0] : null;
    }

    @Override
    public boolean run(final RestInvocation invocation) {
        if (areElements) {
            BodyElements.check(invocation.headers());
        }
        if (invocation.exchange().isBodyOutstanding()) {
            BodyFlowables.prepare(invocation);
        }
        return true;
    }

    @Override
    public String description() {
        return "prepare to stream the body";
    }
}
