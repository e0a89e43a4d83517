package org.jzenith.rest.internal.multipart;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jzenith.http.body.BodyStream;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.internal.entity.ContentCodings;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.internal.step.BodyFlowables;
import org.jzenith.rest.internal.step.WholeBody;

/**
 * Receives a form. The parts of {@code multipart/form-data} are parsed while they arrive, and larger ones are written to
 * files; any other body is received as it is.
 */
final class ReceiveForm implements RestStep {

    private final MultipartForms forms;
    private final boolean isReadAgain;

    /** @param isReadAgain true if another component reads the body, too, so that it is received as a whole */
    ReceiveForm(final MultipartForms forms, final boolean isReadAgain) {
        this.forms = forms;
        this.isReadAgain = isReadAgain;
    }

    @Override
    public boolean run(final RestInvocation invocation) throws IOException {
        if (!ContentTypes.isFormOfParts(invocation.headers().getMediaType())) {
            if (isReadAgain) {
                invocation.request().takeFields();
            }
            if (isReadAgain || !invocation.exchange().isBodyOutstanding()) {
                return true;
            }
            WholeBody.receive(invocation);
            return false;
        }
        final String boundary = ContentTypes.boundary(invocation.headers().getMediaType());
        final Exchange exchange = invocation.exchange();
        if (exchange.isBodyOutstanding()) {
            BodyFlowables.prepare(invocation);
        } else {
            ContentCodings.checkForm(
                    invocation.headers(),
                    invocation.request().getInputStream(),
                    invocation.container().understood());
        }
        final Runnable resume = invocation.suspension().begin();
        final MultipartForms.FormParts form = forms.receive(
                pieces(invocation), exchange, boundary, invocation.container().providers(), error -> {
                    if (error == null) {
                        resume.run();
                    } else if (!exchange.isFinished()) {
                        invocation.fail(error);
                    }
                });
        invocation.data().put(MultipartForms.FormParts.class, form);
        invocation.request().setParts(form);
        invocation.data().addCleanup(form::release);
        exchange.executeLater(form::begin);
        return false;
    }

    /** Keeps the bytes of the body if it is read again. */
    private Flowable<Buffer> pieces(final RestInvocation invocation) throws IOException {
        if (!isReadAgain) {
            return BodyFlowables.of(invocation);
        }
        final InputStream stream = invocation.request().getInputStream();
        if (stream instanceof BodyStream) {
            return BodyFlowables.of(stream);
        }
        final byte[] all = stream.readAllBytes();
        invocation.request().setInputStream(new ByteArrayInputStream(all));
        return BodyFlowables.of(new ByteArrayInputStream(all));
    }
}
