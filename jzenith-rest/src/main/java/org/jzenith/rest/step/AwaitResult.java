package org.jzenith.rest.step;

import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.rx.Subscriptions;
import org.jzenith.rest.validation.RequestValidation;

/** Subscribes to the method's result, and waits for its value. */
public final class AwaitResult implements Step {

    private final Subscriptions.ResultType type;
    private final boolean validates;
    private final boolean mayBeWritten;

    /**
     * @param type the type of the method's result
     * @param validates true if values have constraints
     * @param mayBeWritten true if the application has a writer for the method's result, which waits itself
     */
    public AwaitResult(final Subscriptions.ResultType type, final boolean validates, final boolean mayBeWritten) {
        this.type = type;
        this.validates = validates;
        this.mayBeWritten = mayBeWritten;
    }

    @Override
    public boolean run(final Invocation invocation) throws Throwable {
        final Object returned = invocation.call().returned();
        if (returned == null) {
            throw new IllegalStateException(
                    invocation + " returned null. Return an empty Maybe or a Single with an error.");
        }
        if (mayBeWritten && invocation.writesSource(returned.getClass(), null)) {
            return true;
        }
        type.receive(
                returned,
                invocation.data().subscriptions(),
                validates ? RequestValidation.resultCheck() : null,
                invocation);
        return invocation.waitForResult();
    }

    /** Waits until the resource resumes the response that it has suspended. */
    public static final class Suspended implements Step {

        @Override
        public boolean run(final Invocation invocation) throws Throwable {
            return invocation.waitForResult();
        }

        @Override
        public String description() {
            return "await AsyncResponse";
        }
    }
}
