package org.jzenith.rest.pipeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Collects the steps of one resource method. Use it on one thread. */
public final class MethodSteps {

    private record Added(StepPhase phase, Step step) {}

    private record Detour(StepPhase from, StepPhase to, Function<Step[], Step> step) {}

    private final MethodModel method;
    private final List<Added> steps = new ArrayList<>();
    private final List<Detour> detours = new ArrayList<>();

    /**
     * Creates an empty collection of steps.
     *
     * @param method the method that the steps are for
     */
    public MethodSteps(final MethodModel method) {
        this.method = method;
    }

    /**
     * Returns the method that the steps are for.
     *
     * @return the model of the method, known at start
     */
    public MethodModel method() {
        return method;
    }

    /**
     * Adds a step after the existing steps of the phase.
     *
     * @param phase the phase in which the step runs
     * @param step runs once for each request
     */
    public void add(final StepPhase phase, final Step step) {
        steps.add(new Added(phase, step));
    }

    /**
     * Adds a step before the existing steps of the phase.
     *
     * @param phase the phase in which the step runs
     * @param step runs once for each request
     */
    public void addFirst(final StepPhase phase, final Step step) {
        steps.add(0, new Added(phase, step));
    }

    /**
     * Adds a step that can run all steps of some phases itself, for example on another thread. It runs before these steps. If it runs them
     * itself, it {@linkplain Invocation#skip skips} them afterwards.
     *
     * @param from the first phase of these steps
     * @param to the last phase of these steps
     * @param step creates the step from these steps, in their order
     */
    public void addDetour(final StepPhase from, final StepPhase to, final Function<Step[], Step> step) {
        detours.add(new Detour(from, to, step));
    }

    /**
     * Returns true if a phase has a step.
     *
     * @param phase the phase
     * @return true if a provider has added a step to it
     */
    public boolean has(final StepPhase phase) {
        return steps.stream().anyMatch(added -> added.phase() == phase);
    }

    /** Returns all steps in the order in which they run. */
    public Step[] toArray() {
        steps.sort(Comparator.comparing(Added::phase));
        for (final Detour detour : detours) {
            int start = 0;
            while (start < steps.size() && steps.get(start).phase().compareTo(detour.from()) < 0) {
                start++;
            }
            int end = start;
            while (end < steps.size() && steps.get(end).phase().compareTo(detour.to()) <= 0) {
                end++;
            }
            final Step[] covered =
                    steps.subList(start, end).stream().map(Added::step).toArray(Step[]::new);
            steps.add(start, new Added(detour.from(), detour.step().apply(covered)));
        }
        return steps.stream().map(Added::step).toArray(Step[]::new);
    }
}
