package org.jzenith.rest.step;

import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.resteasy.RestRequest;

import jakarta.ws.rs.InternalServerErrorException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jboss.resteasy.spi.ApplicationException;
import org.jboss.resteasy.spi.validation.GeneralValidator;
import org.jspecify.annotations.Nullable;

/** Calls the method, between the checks of its constraints. */
public final class CallMethod implements Step {

    private static final Object[] NO_ARGUMENTS = {};

    private final Method method;

    /** Which constraints there are; null if there are none. */
    private final @Nullable Checks checks;

    /**
     * @param validator checks
     * @param resource whether the resource has constraints
     * @param method whether the method has constraints
     */
    public record Checks(GeneralValidator validator, boolean resource, boolean method) {}

    public CallMethod(final Method method, final @Nullable Checks checks) {
        method.setAccessible(true);
        this.method = method;
        this.checks = checks;
    }

    @Override
    public boolean run(final Invocation invocation) {
        final Object resource = invocation.resource();
        final Object[] given = invocation.arguments();
        final Object[] arguments = given == null ? NO_ARGUMENTS : given;
        if (checks == null) {
            invocation.setReturned(call(resource, arguments));
            return true;
        }
        final RestRequest request = invocation.request();
        if (checks.resource()) {
            checks.validator().validate(request, resource);
        }
        if (!checks.method()) {
            checks.validator().checkViolations(request);
            invocation.setReturned(call(resource, arguments));
            return true;
        }
        checks.validator().validateAllParameters(request, resource, method, arguments);
        final Object result = call(resource, arguments);
        checks.validator().validateReturnValue(request, resource, method, result);
        invocation.setReturned(result);
        return true;
    }

    private @Nullable Object call(final Object resource, final Object[] arguments) {
        try {
            return method.invoke(resource, arguments);
        } catch (final InvocationTargetException e) {
            throw new ApplicationException(e.getCause());
        } catch (final IllegalAccessException | IllegalArgumentException e) {
            throw new InternalServerErrorException("The resource method " + method + " cannot be called.", e);
        }
    }
}
