package org.jzenith.rest.pipeline;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.access.RouteAccess;

/** One step of a request. The steps of a resource method are fixed at startup, and a request runs through them in order. */
@FunctionalInterface
public interface Step {

    /**
     * Runs this step. It is called on the event loop, in the context of the request. If the method is blocking, steps from
     * {@link StepPhase#ARGUMENTS} to {@link StepPhase#RETURNED} are called on its worker thread.
     *
     * @param invocation the request
     * @return true to continue with the next step; false if this step has {@linkplain Invocation#suspendUntil suspended} the invocation or
     *     {@linkplain Invocation#respond responded}
     * @throws Throwable the error with which the request fails
     */
    boolean run(Invocation invocation) throws Throwable;

    /**
     * Describes the step in the table of {@link ResourceMethods}.
     *
     * @return a few words with the values of the step, for example {@code deadline 2s}; by default, the words of the class name
     */
    default String description() {
        return getClass()
                .getName()
                .replaceAll("(\\$\\d+)?(\\$\\$Lambda.*)?$", "")
                .replaceAll(".*[.$]", "")
                .replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
    }

    /**
     * Describes the step on one of the paths to its method, for steps that depend on the path.
     *
     * @param listener the name of the plugin with the listener
     * @param template the whole path
     * @return a text such as {@link #description} returns; empty if the step does nothing on this path
     */
    default String description(final String listener, final String template) {
        return description();
    }

    /**
     * Describes who may call the method on one of its paths, if the step decides about it.
     *
     * @param listener the name of the plugin with the listener
     * @param template the whole path
     * @return null if the step does not decide on this path
     */
    default @Nullable RouteAccess access(final String listener, final String template) {
        return null;
    }
}
