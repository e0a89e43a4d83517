package org.jzenith.rest.limit;

import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;

import java.lang.reflect.AnnotatedElement;
import java.time.Duration;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.DurationText;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Gives a request the deadline that its method declares. */
public final class LowerDeadline implements Step {

    private final Duration time;

    private LowerDeadline(final Duration time) {
        this.time = time;
    }

    /** Null if the method declares none. */
    public static @Nullable LowerDeadline of(final ResourceMethod method) {
        final AnnotatedElement type = method.getResourceClass().getClazz();
        final Deadline own = method.getAnnotatedMethod().getAnnotation(Deadline.class);
        final Deadline declared = own == null ? type.getAnnotation(Deadline.class) : own;
        if (declared == null) {
            return null;
        }
        final Duration time = DurationText.parse(declared.value());
        if (time == null || time.isZero() || time.isNegative()) {
            throw new StartException(StartProblem.of("The @Deadline of "
                            + (own == null
                                    ? "the class"
                                    : "the method " + method.getMethod().getName()) + " is '"
                            + declared.value() + "', which is no duration of more than zero.")
                    .from(method.getResourceClass().getClazz().getName())
                    .remedy("Write a duration such as 500ms, 2s, 1m or PT2S."));
        }
        return new LowerDeadline(time);
    }

    @Override
    public boolean run(final Invocation invocation) {
        invocation.exchange().lowerDeadline(RequestDeadline.in(time));
        return true;
    }
}
