package org.jzenith.rest.internal.validation;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.ContextResolver;
import java.lang.reflect.Method;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.validation.GeneralValidator;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestMethod;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/** Checks the constraints of resources, arguments and returned values. */
final class ValidationSteps implements StepProvider {

    private static final Object[] NO_ARGUMENTS = {};

    @Override
    public void addTo(final MethodSteps steps) {
        final ContextResolver<GeneralValidator> resolver = RestMethod.of(steps.method())
                .metadata()
                .providers()
                .getContextResolver(GeneralValidator.class, MediaType.WILDCARD_TYPE);
        final GeneralValidator known = resolver == null ? null : resolver.getContext(null);
        if (known == null) {
            return;
        }
        final Method method = steps.method().getResourceMethod();
        final boolean hasResource = known.isValidatable(steps.method().getResourceClass());
        final boolean hasMethod = known.isMethodValidatable(method);
        if (hasResource || hasMethod) {
            steps.add(StepPhase.VALIDATE, new OfCall(known, hasResource, hasMethod ? method : null));
        }
        if (hasMethod) {
            steps.add(StepPhase.RETURNED, new OfResult(known, method));
        }
    }

    /** RESTEasy's view of the request; null if the validator does not need it. */
    private static @Nullable HttpRequest request(final RestInvocation invocation, final GeneralValidator validator) {
        return validator instanceof ResourceValidator ? null : invocation.request();
    }

    /** @param method null if only the resource has constraints */
    private record OfCall(
            GeneralValidator validator,
            boolean hasResource,
            @Nullable Method method) implements RestStep {

        @Override
        public boolean run(final RestInvocation invocation) {
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

    private record OfResult(GeneralValidator validator, Method method) implements RestStep {

        @Override
        public boolean run(final RestInvocation invocation) {
            final Object returned = invocation.call().returned();
            validator.validateReturnValue(
                    ValidationSteps.request(invocation, validator),
                    invocation.call().resource(),
                    method,
                    returned == null ? null : invocation.results().awaited(returned));
            return true;
        }

        @Override
        public String description() {
            return "validate result";
        }
    }
}
