package org.jzenith.rest.internal.multipart;

import io.reactivex.Flowable;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.internal.step.BodyFlowables;

/** A form that a method takes as a {@code Flowable} of parts: it is not received before the call, only checked. */
final class StreamParts implements RestStep {

    static boolean isTakenAs(final Type type) {
        return type instanceof final ParameterizedType body
                && body.getRawType() == Flowable.class
                && body.getActualTypeArguments()[0] == Part.class;
    }

    /** Returns the parts of the body, while they arrive. */
    static Flowable<Part> of(final RestInvocation invocation, final MultipartForms forms) {
        final PartsBody parts = forms.parts(
                BodyFlowables.of(invocation),
                invocation.exchange(),
                ContentTypes.boundary(invocation.headers().getMediaType()));
        invocation.data().addCleanup(parts.reading()::release);
        return parts;
    }

    @Override
    public boolean run(final RestInvocation invocation) {
        if (!ContentTypes.isFormOfParts(invocation.headers().getMediaType())) {
            throw new NotSupportedException(
                    ContentTypes.notSupported(invocation.headers(), MediaType.MULTIPART_FORM_DATA));
        }
        ContentTypes.boundary(invocation.headers().getMediaType());
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
