package org.jzenith.rest.internal.step;

import org.jboss.resteasy.core.ResteasyContext;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.internal.rx.Subscriptions;

/** Subscribes to the method's result, and waits for its value. */
public final class AwaitResult implements RestStep {

    private final Subscriptions.ResultType type;
    private final boolean checked;
    private final boolean mayBeWritten;

    /**
     * @param type the type of the method's result
     * @param checked true if there may be a {@link ResultCheck}
     * @param mayBeWritten true if the application has a writer for the method's result, which waits itself
     */
    public AwaitResult(final Subscriptions.ResultType type, final boolean checked, final boolean mayBeWritten) {
        this.type = type;
        this.checked = checked;
        this.mayBeWritten = mayBeWritten;
    }

    @Override
    public boolean run(final RestInvocation invocation) throws Throwable {
        final Object returned = invocation.call().returned();
        if (returned == null) {
            throw new IllegalStateException(
                    invocation + " returned null. Return an empty Maybe or a Single with an error.");
        }
        if (mayBeWritten
                && invocation.results().isWritten(returned, invocation.call().chosenType())) {
            return true;
        }
        type.receive(
                returned,
                invocation.data().subscriptions(),
                checked ? ResteasyContext.getContextData(ResultCheck.class) : null,
                invocation);
        return invocation.waitForResult();
    }

    /** Waits until the resource resumes the response that it has suspended. */
    public static final class Suspended implements RestStep {

        @Override
        public boolean run(final RestInvocation invocation) throws Throwable {
            return invocation.waitForResult();
        }

        @Override
        public String description() {
            return "await AsyncResponse";
        }
    }
}
