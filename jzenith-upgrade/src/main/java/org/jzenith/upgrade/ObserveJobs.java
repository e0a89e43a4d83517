package org.jzenith.upgrade;

import java.util.ArrayList;
import java.util.List;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Preconditions;
import org.openrewrite.Recipe;
import org.openrewrite.Tree;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.MethodMatcher;
import org.openrewrite.java.search.UsesMethod;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.TypeUtils;
import org.openrewrite.marker.Markers;

/**
 * Replaces {@code EventObserver.of(JobEvent.class, ..)} and {@code ofTimed(JobEvent.class, ..)} by {@code ofKind("job", ..)}, because the
 * event now has all kinds of work. Jobs have no timed observers.
 */
public final class ObserveJobs extends Recipe {

    private static final String JOB_EVENT = "org.jzenith.core.observe.JobEvent";
    /** Matches {@code of} and {@code ofTimed}. */
    private static final MethodMatcher OF = new MethodMatcher("org.jzenith.core.observe.EventObserver of*(..)");

    /** Creates the recipe. */
    public ObserveJobs() {}

    @Override
    public String getDisplayName() {
        return "Observe jobs as a kind of work";
    }

    @Override
    public String getDescription() {
        return "Replaces `EventObserver.of(JobEvent.class, ..)` and `ofTimed` by `EventObserver.ofKind(\"job\", JobEvent.class, ..)`.";
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor() {
        return Preconditions.check(new UsesMethod<>(OF), new JavaIsoVisitor<>() {
            @Override
            public J.MethodInvocation visitMethodInvocation(
                    final J.MethodInvocation original, final ExecutionContext context) {
                final J.MethodInvocation call = super.visitMethodInvocation(original, context);
                if (!OF.matches(call) || !isOfJobs(call.getArguments().get(0))) {
                    return call;
                }
                final List<Expression> arguments = new ArrayList<>(call.getArguments());
                final Expression events = arguments.get(0);
                arguments.set(0, events.withPrefix(Space.SINGLE_SPACE));
                arguments.add(0, job(events.getPrefix()));
                return call.withName(call.getName().withSimpleName("ofKind")).withArguments(arguments);
            }
        });
    }

    private static J.Literal job(final Space prefix) {
        return new J.Literal(Tree.randomId(), prefix, Markers.EMPTY, "job", "\"job\"", null, JavaType.Primitive.String);
    }

    private static boolean isOfJobs(final Expression events) {
        return events instanceof J.FieldAccess literal
                && literal.getSimpleName().equals("class")
                && TypeUtils.isAssignableTo(JOB_EVENT, literal.getTarget().getType());
    }
}
