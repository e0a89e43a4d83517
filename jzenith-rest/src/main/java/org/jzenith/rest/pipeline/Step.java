package org.jzenith.rest.pipeline;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.access.RouteAccess;

/** One step of a request. The steps of a resource method are fixed at start; a request runs through them in order. */
@FunctionalInterface
public interface Step {

    /**
     * Does this step. Called on the event loop in the context of the request; steps from {@link StepPhase#ARGUMENTS} to {@link
     * StepPhase#RETURNED} of a blocking method on its worker thread.
     *
     * @param invocation the request
     * @return false if the request goes on later; then this step has {@linkplain Invocation#suspendUntil suspended} the invocation
     *     or {@linkplain Invocation#respond responded}
     * @throws Throwable why the request fails
     */
    boolean run(Invocation invocation) throws Throwable;

    /**
     * Describes the step in the table of {@link ResourceMethods}.
     *
     * @return a few words with the values that the step was given, for example {@code deadline 2s}; the words of the class name unless
     *     overridden
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
     * @param listener name of the plugin with the listener
     * @param template the whole path
     * @return as {@link #description}; empty if the step does nothing there
     */
    default String description(final String listener, final String template) {
        return description();
    }

    /**
     * Describes who may call the method on one of its paths, if the step decides about it.
     *
     * @param listener name of the plugin with the listener
     * @param template the whole path
     * @return null if the step does not decide there
     */
    default @Nullable RouteAccess access(final String listener, final String template) {
        return null;
    }
}
