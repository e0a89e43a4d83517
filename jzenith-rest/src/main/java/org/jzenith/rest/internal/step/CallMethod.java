package org.jzenith.rest.internal.step;

import jakarta.ws.rs.InternalServerErrorException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jboss.resteasy.spi.ApplicationException;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.pipeline.MethodCall;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;

/** Calls the method. */
public final class CallMethod implements RestStep {

    private static final Object[] NO_ARGUMENTS = {};

    private final Method method;

    /**
     * Creates it.
     *
     * @param method the method of a resource
     */
    public CallMethod(final Method method) {
        method.setAccessible(true);
        this.method = method;
    }

    @Override
    public boolean run(final RestInvocation invocation) {
        final MethodCall called = invocation.call();
        final Object[] given = called.arguments();
        invocation.exchange().methodCalled();
        try {
            called.setReturned(call(called.resource(), given == null ? NO_ARGUMENTS : given));
        } finally {
            invocation.exchange().resultReceived();
        }
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
