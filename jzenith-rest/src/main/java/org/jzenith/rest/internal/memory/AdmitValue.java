package org.jzenith.rest.internal.memory;

import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.body.ExchangeBody;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestMethod;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/**
 * Waits until the budget of parsed bodies has room for the value that a body is read into. The memory is estimated: a document
 * takes some for each token, and twice its bytes for its texts. A document of many short values takes forty times its bytes, and
 * one of few long texts little more than them. While at least half of the budget is free, a small body reserves what the worst
 * document of its length takes, so that nobody counts its tokens.
 */
final class AdmitValue implements RestStep {

    private final long maxOnEventLoop;
    private final ValueEstimate estimate;

    private AdmitValue(final long maxOnEventLoop, final ValueEstimate estimate) {
        this.maxOnEventLoop = maxOnEventLoop;
        this.estimate = estimate;
    }

    /**
     * Adds this step to methods that take the whole body as a value.
     *
     * @param maxOnEventLoop bytes of a document whose tokens are counted on the event loop; those of a larger one are counted on a
     *     worker thread
     * @return is asked after the providers for bodies in pieces and multipart forms. A URL-encoded form that the step of a form
     *     receives is counted as well
     */
    static StepProvider provider(final long maxOnEventLoop) {
        return steps -> {
            final Parameter[] parameters =
                    RestMethod.of(steps.method()).declared().getParams();
            final ValueEstimate estimate = steps.has(StepPhase.BODY) && hasEntity(parameters) ? null : of(parameters);
            if (estimate != null) {
                steps.add(StepPhase.BODY_RECEIVED, new AdmitValue(maxOnEventLoop, estimate));
            }
        };
    }

    private static boolean hasEntity(final Parameter[] parameters) {
        return Arrays.stream(parameters).anyMatch(each -> each.getParamType() == Parameter.ParamType.MESSAGE_BODY);
    }

    /** Returns null if no parameter takes the body as a value. */
    private static @Nullable ValueEstimate of(final Parameter[] parameters) {
        ValueEstimate fields = null;
        for (final Parameter parameter : parameters) {
            switch (parameter.getParamType()) {
                case MESSAGE_BODY -> {
                    return ValueEstimate.of(ContentTypes.bodyType(parameter.getGenericType()));
                }
                case FORM_PARAM, FORM, BEAN_PARAM -> fields = ValueEstimate.OF_TEXT;
                default -> {}
            }
        }
        return fields;
    }

    @Override
    public boolean run(final RestInvocation invocation) throws IOException {
        final ExchangeBody received = invocation.exchange().body();
        final int length = received.stream().length();
        if (length <= ValueEstimate.UNCOUNTED) {
            return true;
        }
        final MediaType mediaType = invocation.headers().getMediaType();
        if (length <= ValueEstimate.SMALL && received.tryReserveForValue(estimate.most(length, mediaType))) {
            return true;
        }
        final InputStream body = invocation.data().body();
        if (mediaType == null || !estimate.hasTokens(mediaType) || !body.markSupported()) {
            return reserve(invocation, estimate.withoutTokens(length, received));
        }
        if (length <= maxOnEventLoop) {
            return reserve(invocation, markedMemory(body, length, mediaType));
        }
        final Runnable resume = invocation.suspension().begin();
        invocation
                .data()
                .readOnWorker(() -> markedMemory(body, length, mediaType))
                .whenComplete((bytes, error) -> {
                    try {
                        if (error != null) {
                            invocation.fail(error);
                        } else if (received.reserveForValue(ValueEstimate.admissible(received, (Long) bytes), resume)) {
                            resume.run();
                        }
                    } catch (final RuntimeException e) {
                        invocation.fail(e);
                    }
                });
        return false;
    }

    private long markedMemory(final InputStream body, final int length, final MediaType mediaType) throws IOException {
        body.mark(Integer.MAX_VALUE);
        final long bytes = estimate.memory(body, length, mediaType);
        body.reset();
        return bytes;
    }

    private static boolean reserve(final RestInvocation invocation, final long bytes) {
        final ExchangeBody received = invocation.exchange().body();
        final long admissible = ValueEstimate.admissible(received, bytes);
        if (received.reserveForValue(admissible, invocation.suspension().begin())) {
            invocation.suspension().end();
            return true;
        }
        return false;
    }

    @Override
    public String description() {
        return "wait for memory of the parsed body";
    }
}
