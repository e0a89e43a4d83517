package org.jzenith.rest.internal.limit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.converter.DurationConverter;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.Step;

/** Gives a request the deadline that its method declares. */
final class LowerDeadline implements Step {

    private final Duration time;
    private final String declared;

    private LowerDeadline(final Duration time, final String declared) {
        this.time = time;
        this.declared = declared;
    }

    /** Returns the step of a method that declares a deadline; otherwise null. */
    static @Nullable LowerDeadline of(final MethodModel method) {
        final Deadline declared = method.annotation(Deadline.class);
        if (declared == null) {
            return null;
        }
        final Duration time = DurationConverter.parse(declared.value());
        if (time == null || time.isZero() || time.isNegative()) {
            throw new StartException(StartProblem.of("The @Deadline of "
                            + (method.annotated().getAnnotation(Deadline.class) == null
                                    ? "the class"
                                    : "the method " + method.getResourceMethod().getName())
                            + " is '"
                            + declared.value() + "', which is not a positive duration.")
                    .from(method.getResourceClass().getName())
                    .remedy("Write a duration such as 500ms, 2s, 1m or PT2S."));
        }
        return new LowerDeadline(time, declared.value());
    }

    @Override
    public boolean run(final Invocation invocation) {
        invocation.exchange().lowerDeadline(RequestDeadline.in(time));
        return true;
    }

    @Override
    public String description() {
        return "deadline " + declared;
    }
}
