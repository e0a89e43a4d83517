package org.jzenith.rest.internal.limit;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.body.MaxBodySize;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.Step;

/** Sets the largest body of a method that says it itself. */
record LimitBody(long bytes, String declared) implements Step {

    static @Nullable LimitBody of(final MethodModel method) {
        final MaxBodySize declared = method.annotation(MaxBodySize.class);
        if (declared == null) {
            return null;
        }
        final Class<?> type = method.getResourceClass();
        try {
            return new LimitBody(
                    declared.value().equals(MaxBodySize.UNLIMITED)
                            ? Long.MAX_VALUE
                            : DataSize.of(declared.value()).bytes(),
                    declared.value());
        } catch (final IllegalArgumentException e) {
            throw new StartException(StartProblem.of("The @MaxBodySize of " + type.getName() + "."
                            + method.getResourceMethod().getName() + " cannot be read: " + e.getMessage() + ".")
                    .from(type.getName())
                    .remedy("Write a size such as 64K, 10M or 1G, or MaxBodySize.UNLIMITED.")
                    .causedBy(e));
        }
    }

    @Override
    public boolean run(final Invocation invocation) {
        invocation.exchange().body().limit(bytes);
        return true;
    }

    @Override
    public String description() {
        return "body limit " + declared;
    }
}
