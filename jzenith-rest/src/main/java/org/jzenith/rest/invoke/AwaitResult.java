package org.jzenith.rest.invoke;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.rx.Subscriptions;
import org.jzenith.rest.validation.RequestValidation;

/** Subscribes to what the method has returned, and waits for its value. */
final class AwaitResult implements Step {

    private final Subscriptions.ResultType type;
    private final boolean validates;

    /**
     * @param type of what the method returns
     * @param validates whether values have constraints
     */
    AwaitResult(final Subscriptions.ResultType type, final boolean validates) {
        this.type = type;
        this.validates = validates;
    }

    @Override
    public boolean run(final Invocation invocation) throws Throwable {
        final Object returned = invocation.returned();
        if (returned == null) {
            throw new IllegalStateException(
                    invocation + " returned null. Return an empty Maybe or a Single with an error.");
        }
        final Consumer<Object> check = check();
        type.receive(returned, invocation.subscriptions(), check, invocation);
        return invocation.waitForResult();
    }

    private @Nullable Consumer<Object> check() {
        return validates ? RequestValidation.resultCheck() : null;
    }

    /** Waits until the resource resumes the response that it has suspended. */
    static final class Suspended implements Step {

        @Override
        public boolean run(final Invocation invocation) throws Throwable {
            return invocation.waitForResult();
        }
    }
}
