package org.jzenith.rest.invoke;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;

/** A body that a method takes as a {@code Flowable}: it is not received before the call, only checked. */
final class BodyPieces implements Step {

    private final boolean areElements;

    BodyPieces(final Parameter[] parameters) {
        this.areElements = Arrays.stream(parameters).anyMatch(BodyPieces::areElementsTakenBy);
    }

    static boolean isTakenBy(final Parameter[] parameters) {
        return Arrays.stream(parameters).anyMatch(BodyPieces::isTakenBy);
    }

    static boolean isTakenBy(final Parameter parameter) {
        return parameter.getParamType() == ParamType.MESSAGE_BODY && parameter.getType() == Flowable.class;
    }

    /** Whether a body is parsed while it arrives. */
    static boolean areElementsTakenBy(final Parameter parameter) {
        return isTakenBy(parameter)
                && !(parameter.getGenericType() instanceof ParameterizedType type
                        && type.getActualTypeArguments()[0] == Buffer.class);
    }

    @Override
    public boolean run(final Invocation invocation) {
        if (areElements) {
            BodyElements.check(invocation.headers());
        }
        if (invocation.exchange().isBodyOutstanding()) {
            invocation.headers().checkNegotiation();
            ContentCodings.check(
                    invocation.exchange().request().headers(),
                    ContentCodings.understood(invocation.pipeline().bodies().decoded()));
            invocation.exchange().body().prepareFlowable();
        }
        return true;
    }

    /** A filter may have asked for the whole body, and may have replaced it. */
    static Flowable<Buffer> of(final Invocation invocation) throws IOException {
        return invocation.exchange().isBodyOutstanding()
                ? invocation.exchange().body().flowable()
                : Flowable.just(Buffer.buffer(
                                invocation.request().getInputStream().readAllBytes()))
                        .filter(all -> all.length() > 0);
    }
}
