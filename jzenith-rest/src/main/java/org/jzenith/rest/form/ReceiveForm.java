package org.jzenith.rest.form;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jzenith.http.body.BodyStream;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.entity.ContentCodings;
import org.jzenith.rest.entity.ContentTypes;
import org.jzenith.rest.multipart.MultipartForms;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.resteasy.RestRequest;
import org.jzenith.rest.step.BodyFlowables;
import org.jzenith.rest.step.WholeBody;

/**
 * Receives a form. The parts of {@code multipart/form-data} are parsed while they arrive, and larger ones are written to
 * files; any other body is received as it is.
 */
final class ReceiveForm implements Step {

    private final MultipartForms forms;
    private final boolean isReadAgain;

    /** @param isReadAgain true if another component reads the body, too, so that it is received as a whole */
    ReceiveForm(final MultipartForms forms, final boolean isReadAgain) {
        this.forms = forms;
        this.isReadAgain = isReadAgain;
    }

    @Override
    public boolean run(final Invocation invocation) throws IOException {
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
        ReceivedForm.put(invocation, form);
        invocation.request().setParts(new RestRequest.Parts() {
            @Override
            public MultivaluedMap<String, String> texts() {
                return form.texts();
            }

            @Override
            public List<EntityPart> entityParts() {
                return form.entityParts(null);
            }
        });
        invocation.data().addCleanup(form::release);
        exchange.executeLater(form::begin);
        return false;
    }

    /** Keeps the bytes of the body if it is read again. */
    private Flowable<Buffer> pieces(final Invocation invocation) throws IOException {
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
