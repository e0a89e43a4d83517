package org.jzenith.upgrade;

import org.openrewrite.ExecutionContext;
import org.openrewrite.Preconditions;
import org.openrewrite.Recipe;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.ChangeType;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.JavaTemplate;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.MethodMatcher;
import org.openrewrite.java.search.UsesType;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;

/**
 * Replaces {@code io.vertx.sqlclient.Row} by {@code org.jzenith.sql.Row}, and its methods for arrays by {@code get(..)}. Source files that
 * use other types of Vert.x's client stay as they are.
 */
public final class UseRowOfJZenith extends Recipe {

    private static final String ROW = "io.vertx.sqlclient.Row";
    private static final MethodMatcher ARRAY = new MethodMatcher("io.vertx.sqlclient.Tuple getArrayOf*(..)", true);

    /** Creates the recipe. */
    public UseRowOfJZenith() {}

    @Override
    public String getDisplayName() {
        return "Use jZenith's `Row`";
    }

    @Override
    public String getDescription() {
        return "Replaces `io.vertx.sqlclient.Row` by `org.jzenith.sql.Row`, and `row.getArrayOfIntegers(\"ids\")` by"
                + " `row.get(Integer[].class, \"ids\")`, except in source files that use Vert.x's client.";
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor() {
        return Preconditions.check(
                Preconditions.and(
                        new UsesType<>(ROW, true),
                        Preconditions.not(new UsesType<>("io.vertx.sqlclient.RowSet", true)),
                        Preconditions.not(new UsesType<>("io.vertx.sqlclient.SqlClient", true)),
                        Preconditions.not(new UsesType<>("io.vertx.sqlclient.RowStream", true))),
                new JavaVisitor<>() {
                    @Override
                    public J visitCompilationUnit(final J.CompilationUnit unit, final ExecutionContext context) {
                        doAfterVisit(new ChangeType(ROW, "org.jzenith.sql.Row", null).getVisitor());
                        return super.visitCompilationUnit(unit, context);
                    }

                    @Override
                    public J visitMethodInvocation(final J.MethodInvocation original, final ExecutionContext context) {
                        final J visited = super.visitMethodInvocation(original, context);
                        if (visited instanceof J.MethodInvocation call
                                && ARRAY.matches(call)
                                && call.getSelect() != null
                                && call.getType() instanceof JavaType.Array array
                                && array.getElemType() instanceof JavaType.FullyQualified element) {
                            return array(call, call.getSelect(), element);
                        }
                        return visited;
                    }

                    private J array(
                            final J.MethodInvocation call,
                            final Expression row,
                            final JavaType.FullyQualified element) {
                        final String type = element.getFullyQualifiedName();
                        maybeAddImport(type);
                        return JavaTemplate.builder(
                                        "#{any(" + ROW + ")}.get(" + element.getClassName() + "[].class, #{any()})")
                                .imports(type)
                                .javaParser(JavaParser.fromJavaVersion()
                                        .dependsOn(
                                                "package io.vertx.sqlclient; public interface Row {"
                                                        + " <T> T get(Class<T> type, String name);"
                                                        + " <T> T get(Class<T> type, int position); }",
                                                "package " + element.getPackageName() + "; public class "
                                                        + element.getClassName() + " {}"))
                                .build()
                                .apply(
                                        updateCursor(call),
                                        call.getCoordinates().replace(),
                                        row,
                                        call.getArguments().get(0));
                    }
                });
    }
}
