package org.jzenith.rest.form;

import org.jzenith.rest.elements.BodyPieces;
import org.jzenith.rest.entity.ContentCodings;
import org.jzenith.rest.entity.ContentTypes;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.step.ReceiveBody;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jzenith.http.exchange.BodyStream;
import org.jzenith.http.exchange.Exchange;
import org.jzenith.rest.multipart.MultipartForms;

/**
 * Receives a form. The parts of {@code multipart/form-data} are parsed while they arrive, and larger ones are written to
 * files; any other body is received as it is.
 */
public final class ReceiveForm implements Step {

    private final ReceiveBody other = new ReceiveBody();
    private final boolean isReadAgain;

    /** @param isReadAgain whether something else reads the body, too, so that it is received as a whole */
    public ReceiveForm(final boolean isReadAgain) {
        this.isReadAgain = isReadAgain;
    }

    @Override
    public boolean run(final Invocation invocation) throws IOException {
        if (!ContentTypes.isFormOfParts(invocation.headers().getMediaType())) {
            if (isReadAgain) {
                invocation.request().takeFields();
            }
            return isReadAgain || other.run(invocation);
        }
        final String boundary = ContentTypes.boundary(invocation.headers().getMediaType());
        final Exchange exchange = invocation.exchange();
        if (exchange.isBodyOutstanding()) {
            BodyPieces.prepare(invocation);
        } else {
            ContentCodings.checkForm(
                    invocation.headers(),
                    invocation.request().getInputStream(),
                    ContentCodings.understood(invocation.pipeline().bodies().decoded()));
        }
        final Runnable resume = invocation.waitForResume();
        final MultipartForms.FormParts form = invocation
                .pipeline()
                .forms()
                .receive(
                        pieces(invocation),
                        exchange,
                        boundary,
                        invocation.pipeline().providers(),
                        error -> {
                            if (error == null) {
                                resume.run();
                            } else if (!exchange.isFinished()) {
                                invocation.fail(error);
                            }
                        });
        invocation.setForm(form);
        exchange.executeLater(form::begin);
        return false;
    }

    /** Keeps the bytes of the body if it is read again. */
    private Flowable<Buffer> pieces(final Invocation invocation) throws IOException {
        if (!isReadAgain) {
            return BodyPieces.of(invocation);
        }
        final InputStream stream = invocation.request().getInputStream();
        if (stream instanceof BodyStream) {
            return BodyPieces.of(stream);
        }
        final byte[] all = stream.readAllBytes();
        invocation.request().setInputStream(new ByteArrayInputStream(all));
        return BodyPieces.of(new ByteArrayInputStream(all));
    }
}
