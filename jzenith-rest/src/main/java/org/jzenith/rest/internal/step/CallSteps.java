package org.jzenith.rest.internal.step;

import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.List;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jboss.resteasy.spi.util.Types;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.pipeline.RestMethod;
import org.jzenith.rest.internal.resteasy.OwnProviders;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/** The steps that every method has, where no feature has replaced them: body and call, on a worker thread if the method blocks. */
public final class CallSteps implements StepProvider {

    private final OwnProviders blockingReaders;

    /**
     * Creates it.
     *
     * @param providers the providers of the application
     */
    public CallSteps(final ResteasyProviderFactory providers) {
        this.blockingReaders = OwnProviders.readers(providers).thatBlock();
    }

    @Override
    public void addTo(final MethodSteps steps) {
        if (!steps.has(StepPhase.BODY)) {
            steps.add(StepPhase.BODY, new ReceiveBody());
        }
        steps.add(StepPhase.CALL, new CallMethod(steps.method().getResourceMethod()));
        if (steps.method().isBlocking()) {
            steps.addDetour(StepPhase.ARGUMENTS, StepPhase.RETURNED, OnWorker::instead);
        } else if (mayReaderBlock(RestMethod.of(steps.method()).declared())) {
            steps.addDetour(StepPhase.ARGUMENTS, StepPhase.ARGUMENTS, OnWorker::instead);
        }
    }

    /** Returns true if a reader of the application that has {@code @Blocking} may read the body. */
    private boolean mayReaderBlock(final ResourceMethod method) {
        if (blockingReaders.isEmpty()) {
            return false;
        }
        final List<MediaType> consumes =
                method.getConsumes().length == 0 ? List.of(MediaType.WILDCARD_TYPE) : List.of(method.getConsumes());
        return Arrays.stream(method.getParams())
                .filter(parameter -> parameter.getParamType() == ParamType.MESSAGE_BODY)
                .map(parameter -> Types.getRawType(ContentTypes.bodyType(parameter.getGenericType())))
                .anyMatch(type -> consumes.stream().anyMatch(each -> blockingReaders.mayTake(type, each)));
    }
}
