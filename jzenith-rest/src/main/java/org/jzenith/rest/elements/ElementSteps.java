package org.jzenith.rest.elements;

import io.reactivex.Flowable;
import java.util.Arrays;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.entity.ContentTypes;
import org.jzenith.rest.multipart.MultipartForms;
import org.jzenith.rest.pipeline.ArgumentProvider;
import org.jzenith.rest.pipeline.ArgumentReader;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/** Bodies that methods take as a {@code Flowable}: of bytes, of values, or of the parts of a multipart form. */
public final class ElementSteps implements StepProvider, ArgumentProvider {

    private final MultipartForms forms;
    private final int maxElement;
    private final long maxOnEventLoop;

    /**
     * Creates it.
     *
     * @param forms reads parts
     * @param maxElement bytes of an element; a larger one is refused
     * @param maxOnEventLoop bytes of an element; a larger one is read on a worker thread
     */
    public ElementSteps(final MultipartForms forms, final int maxElement, final long maxOnEventLoop) {
        this.forms = forms;
        this.maxElement = maxElement;
        this.maxOnEventLoop = maxOnEventLoop;
    }

    @Override
    public void addTo(final MethodSteps steps) {
        final Parameter[] parameters = steps.method().declared().getParams();
        if (Arrays.stream(parameters).noneMatch(BodyPieces::isTakenBy)) {
            return;
        }
        steps.add(StepPhase.BODY, new BodyPieces(parameters));
        if (Arrays.stream(parameters).anyMatch(BodyPieces::arePartsTakenBy)) {
            forms.use();
        }
    }

    @Override
    public @Nullable ArgumentReader readerOf(final Parameter parameter, final ResteasyProviderFactory providers) {
        if (BodyPieces.areElementsTakenBy(parameter)) {
            return BodyElements.of(parameter, providers, maxElement, maxOnEventLoop);
        }
        if (BodyPieces.arePartsTakenBy(parameter)) {
            return this::parts;
        }
        return BodyPieces.isTakenBy(parameter) ? BodyPieces::of : null;
    }

    /** The parts of the body, while they arrive. */
    private Flowable<Part> parts(final Invocation invocation) {
        final MultipartForms.Parts parts = forms.parts(
                BodyPieces.of(invocation),
                invocation.exchange(),
                ContentTypes.boundary(invocation.headers().getMediaType()));
        invocation.atEnd(parts.release());
        return parts.all();
    }
}
