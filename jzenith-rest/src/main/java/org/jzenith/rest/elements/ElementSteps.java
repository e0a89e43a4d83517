package org.jzenith.rest.elements;

import io.reactivex.Flowable;
import java.lang.reflect.Type;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.body.ExchangeBody;
import org.jzenith.rest.body.MaxElements;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.entity.ContentTypes;
import org.jzenith.rest.multipart.MultipartForms;
import org.jzenith.rest.pipeline.ArgumentProvider;
import org.jzenith.rest.pipeline.ArgumentReader;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.ParameterModel;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;
import org.jzenith.rest.step.BodyFlowables;

/** Bodies that methods take as a {@code Flowable}: of bytes, of values, or of the parts of a multipart form. */
public final class ElementSteps implements StepProvider, ArgumentProvider {

    /** Estimates the memory of the elements of a body. */
    @FunctionalInterface
    public interface Memory {

        /**
         * Returns the memory to reserve until the request ends, or refuses the body.
         *
         * @param body has the elements
         * @param length the bytes of the elements so far
         * @param tokens the tokens of the elements so far
         * @return bytes
         */
        long of(ExchangeBody body, long length, long tokens);
    }

    private final ResteasyProviderFactory providers;
    private final MultipartForms forms;
    private final long maxTokens;
    private final Function<Type, Memory> memory;
    private final int maxElement;
    private final long maxOnEventLoop;

    /**
     * Creates it.
     *
     * @param providers the readers of the application
     * @param forms reads parts
     * @param maxTokens tokens of the elements of a body; one with more is refused
     * @param memory estimates the memory of elements of a type
     * @param maxElement bytes of an element; a larger one is refused
     * @param maxOnEventLoop bytes of an element; a larger one is read on a worker thread
     */
    public ElementSteps(
            final ResteasyProviderFactory providers,
            final MultipartForms forms,
            final long maxTokens,
            final Function<Type, Memory> memory,
            final int maxElement,
            final long maxOnEventLoop) {
        this.providers = providers;
        this.forms = forms;
        this.maxTokens = maxTokens;
        this.memory = memory;
        this.maxElement = maxElement;
        this.maxOnEventLoop = maxOnEventLoop;
    }

    @Override
    public void addTo(final MethodSteps steps) {
        final int count = steps.method().declared().getParams().length;
        final ParameterModel body = IntStream.range(0, count)
                .mapToObj(steps.method()::parameter)
                .filter(parameter -> parameter != null && BodyPieces.isTakenBy(parameter))
                .findFirst()
                .orElse(null);
        if (steps.method().annotated().isAnnotationPresent(MaxElements.class)
                && (body == null || !BodyPieces.areElementsTakenBy(body))) {
            throw new StartException(StartProblem.of("@MaxElements on " + steps.method()
                            + " has no effect: the method has no Flowable<T> body of elements.")
                    .from(steps.method()
                            .declared()
                            .getResourceClass()
                            .getClazz()
                            .getName())
                    .remedy("Remove @MaxElements, or take the body as a Flowable of elements."));
        }
        if (body == null) {
            return;
        }
        steps.add(StepPhase.BODY, new BodyPieces(body));
        if (BodyPieces.arePartsTakenBy(body)) {
            forms.use();
        }
    }

    @Override
    public @Nullable ArgumentReader readerOf(final MethodModel method, final ParameterModel parameter) {
        if (BodyPieces.areElementsTakenBy(parameter)) {
            return BodyElements.of(method, parameter, providers, maxTokens, memory, maxElement, maxOnEventLoop);
        }
        if (BodyPieces.arePartsTakenBy(parameter)) {
            return this::parts;
        }
        return BodyPieces.isTakenBy(parameter) ? BodyFlowables::of : null;
    }

    /** The parts of the body, while they arrive. */
    private Flowable<Part> parts(final Invocation invocation) {
        final MultipartForms.Parts parts = forms.parts(
                BodyFlowables.of(invocation),
                invocation.exchange(),
                ContentTypes.boundary(invocation.headers().getMediaType()));
        invocation.data().addCleanup(parts.release());
        return parts.all();
    }
}
