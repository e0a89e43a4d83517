package org.jzenith.upgrade;

import org.openrewrite.ExecutionContext;
import org.openrewrite.Preconditions;
import org.openrewrite.Recipe;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.JavaTemplate;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.MethodMatcher;
import org.openrewrite.java.search.UsesMethod;
import org.openrewrite.java.tree.J;

/** Replaces {@code problem.exception()} by {@code new ProblemException(problem)}. */
public final class ThrowProblemException extends Recipe {

    private static final MethodMatcher EXCEPTION = new MethodMatcher("org.jzenith.rest.error.Problem exception()");

    /** Creates the recipe. */
    public ThrowProblemException() {}

    @Override
    public String getDisplayName() {
        return "Create a `ProblemException` by its constructor";
    }

    @Override
    public String getDescription() {
        return "Replaces `problem.exception()` by `new ProblemException(problem)`.";
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor() {
        return Preconditions.check(new UsesMethod<>(EXCEPTION), new JavaVisitor<>() {
            @Override
            public J visitMethodInvocation(final J.MethodInvocation original, final ExecutionContext context) {
                final J visited = super.visitMethodInvocation(original, context);
                if (!(visited instanceof J.MethodInvocation call)
                        || !EXCEPTION.matches(call)
                        || call.getSelect() == null) {
                    return visited;
                }
                maybeAddImport("org.jzenith.rest.error.ProblemException");
                return JavaTemplate.builder("new ProblemException(#{any(org.jzenith.rest.error.Problem)})")
                        .imports("org.jzenith.rest.error.ProblemException")
                        .javaParser(JavaParser.fromJavaVersion()
                                .dependsOn(
                                        "package org.jzenith.rest.error; public class Problem {}",
                                        "package org.jzenith.rest.error; public class ProblemException extends RuntimeException {"
                                                + " public ProblemException(Problem problem) {} }"))
                        .build()
                        .apply(updateCursor(call), call.getCoordinates().replace(), call.getSelect());
            }
        });
    }
}
