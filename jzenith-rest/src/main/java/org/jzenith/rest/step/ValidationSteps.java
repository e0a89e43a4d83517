package org.jzenith.rest.step;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.ContextResolver;
import java.lang.reflect.Method;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.validation.GeneralValidator;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;
import org.jzenith.rest.validation.RequestValidation;

/** Checks the constraints of resources, arguments and returned values. */
public final class ValidationSteps implements StepProvider {

    private static final Object[] NO_ARGUMENTS = {};

    private final @Nullable GeneralValidator validator;

    /**
     * Creates it.
     *
     * @param providers of which one may resolve a validator
     */
    public ValidationSteps(final ResteasyProviderFactory providers) {
        final ContextResolver<GeneralValidator> resolver =
                providers.getContextResolver(GeneralValidator.class, MediaType.WILDCARD_TYPE);
        this.validator = resolver == null ? null : resolver.getContext(null);
    }

    @Override
    public void addTo(final MethodSteps steps) {
        final GeneralValidator known = validator;
        if (known == null) {
            return;
        }
        final Method method = steps.method().getResourceMethod();
        final boolean hasResource =
                known.isValidatable(steps.method().declared().getResourceClass().getClazz());
        final boolean hasMethod = known.isMethodValidatable(method);
        if (hasResource || hasMethod) {
            steps.add(StepPhase.VALIDATE, new OfCall(known, hasResource, hasMethod ? method : null));
        }
        if (hasMethod) {
            steps.add(StepPhase.RETURNED, new OfResult(known, method));
        }
    }

    /** RESTEasy's view of the request; null if the validator does not need it. */
    private static @Nullable HttpRequest request(final Invocation invocation, final GeneralValidator validator) {
        return RequestValidation.needsRequest(validator) ? invocation.request() : null;
    }

    /** @param method null if only the resource has constraints */
    private record OfCall(
            GeneralValidator validator,
            boolean hasResource,
            @Nullable Method method) implements Step {

        @Override
        public boolean run(final Invocation invocation) {
            final HttpRequest request = ValidationSteps.request(invocation, validator);
            if (hasResource) {
                validator.validate(request, invocation.call().resource());
            }
            if (method == null) {
                validator.checkViolations(request);
            } else {
                final Object[] given = invocation.call().arguments();
                validator.validateAllParameters(
                        request, invocation.call().resource(), method, given == null ? NO_ARGUMENTS : given);
            }
            return true;
        }

        @Override
        public String description() {
            return method == null ? "validate resource" : "validate arguments";
        }
    }

    private record OfResult(GeneralValidator validator, Method method) implements Step {

        @Override
        public boolean run(final Invocation invocation) {
            final Object returned = invocation.call().returned();
            validator.validateReturnValue(
                    ValidationSteps.request(invocation, validator),
                    invocation.call().resource(),
                    method,
                    returned == null ? null : invocation.handler().results().awaited(returned));
            return true;
        }

        @Override
        public String description() {
            return "validate result";
        }
    }

    /** Returns true if the values that a method returns or promises have constraints. */
    boolean checksResultOf(final Method method) {
        return validator != null && validator.isMethodValidatable(method);
    }
}
