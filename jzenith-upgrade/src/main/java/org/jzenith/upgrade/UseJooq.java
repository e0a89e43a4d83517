package org.jzenith.upgrade;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Preconditions;
import org.openrewrite.Recipe;
import org.openrewrite.Tree;
import org.openrewrite.TreeVisitor;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.JavaTemplate;
import org.openrewrite.java.MethodMatcher;
import org.openrewrite.java.search.UsesType;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.marker.Markers;

/**
 * Runs jOOQ's queries by {@code org.jzenith.sql.jooq.Jooq} where they certainly use the same database as before: in classes whose
 * constructors all have exactly one {@code SqlClient} parameter, and only for calls on that client. Each constructor gets a parameter for
 * {@code Jooq}. All other calls stay as they are.
 */
public final class UseJooq extends Recipe {

    private static final String CLIENT = "org.jzenith.sql.SqlClient";
    private static final String JOOQ = "org.jzenith.sql.jooq.Jooq";
    private static final MethodMatcher DSL = new MethodMatcher(CLIENT + " dsl()");
    private static final MethodMatcher QUERY = new MethodMatcher(CLIENT + " query(org.jooq.Query)");
    private static final MethodMatcher QUERY_OF_TRANSACTION =
            new MethodMatcher("org.jzenith.sql.Transaction query(org.jooq.Query)");
    private static final MethodMatcher TRANSACTION = new MethodMatcher(CLIENT + " withTransaction*(..)");

    /** Creates the recipe. */
    public UseJooq() {}

    @Override
    public String getDisplayName() {
        return "Run jOOQ's queries by `Jooq`";
    }

    @Override
    public String getDescription() {
        return "Replaces `client.query(..)` of a jOOQ query by `jooq.query(..)`, in a transaction by `tx.with(jooq.query(..))`,"
                + " and `client.dsl()` by `jooq.dsl()`.";
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor() {
        return Preconditions.check(new UsesType<>(CLIENT, true), new Calls());
    }

    /** Changes the calls, and then the class around them. */
    private static final class Calls extends JavaIsoVisitor<ExecutionContext> {

        private static final String CALLED = "called";
        private static final String CALLED_IN_METHOD = "called in a method";

        @Override
        public J.ClassDeclaration visitClassDeclaration(
                final J.ClassDeclaration original, final ExecutionContext context) {
            final J.ClassDeclaration changed = super.visitClassDeclaration(original, context);
            if (getCursor().getMessage(CALLED) == null) {
                return changed;
            }
            maybeAddImport(JOOQ, false);
            final Injection injection =
                    new Injection(changed.getId(), getCursor().getMessage(CALLED_IN_METHOD) != null);
            return (J.ClassDeclaration)
                    injection.visitNonNull(changed, context, getCursor().getParentOrThrow());
        }

        @Override
        public J.MethodInvocation visitMethodInvocation(
                final J.MethodInvocation original, final ExecutionContext context) {
            final J.MethodInvocation call = super.visitMethodInvocation(original, context);
            final boolean inTransaction = QUERY_OF_TRANSACTION.matches(call);
            final Expression select = call.getSelect();
            final J.MethodDeclaration method = getCursor().firstEnclosing(J.MethodDeclaration.class);
            final J.ClassDeclaration type = getCursor().firstEnclosing(J.ClassDeclaration.class);
            if (!(inTransaction || QUERY.matches(call) || DSL.matches(call))
                    || select == null
                    || method == null
                    || type == null) {
                return call;
            }
            final Expression client = inTransaction ? clientOf(select) : select;
            if (client == null || !OneClient.of(type).isReadBy(client)) {
                return call;
            }
            getCursor().putMessageOnFirstEnclosing(J.ClassDeclaration.class, CALLED, true);
            if (!method.isConstructor()) {
                getCursor().putMessageOnFirstEnclosing(J.ClassDeclaration.class, CALLED_IN_METHOD, true);
            }
            if (!inTransaction) {
                return call.withSelect(identifier("jooq", select.getPrefix()));
            }
            final J.MethodInvocation query =
                    call.withId(Tree.randomId()).withPrefix(Space.EMPTY).withSelect(identifier("jooq", Space.EMPTY));
            return call.withName(call.getName().withSimpleName("with")).withArguments(List.of(query));
        }

        /** Returns the client whose {@code withTransaction(tx -> ..)} starts the transaction, or null. */
        private @Nullable Expression clientOf(final Expression transaction) {
            final Cursor lambda = getCursor()
                    .dropParentUntil(each -> Cursor.ROOT_VALUE.equals(each)
                            || (each instanceof J.Lambda inner && declares(inner, transaction)));
            return lambda.isRoot()
                            || !(lambda.getParentTreeCursor().getValue() instanceof J.MethodInvocation call)
                            || !TRANSACTION.matches(call)
                    ? null
                    : call.getSelect();
        }

        private static boolean declares(final J.Lambda lambda, final Expression variable) {
            return variable instanceof J.Identifier name
                    && lambda.getParameters().getParameters().stream()
                            .anyMatch(each -> each instanceof J.VariableDeclarations declared
                                    && declared.getVariables()
                                            .get(0)
                                            .getSimpleName()
                                            .equals(name.getSimpleName()));
        }
    }

    /** Adds {@code Jooq} to the constructors of a class, and a field if methods use it. */
    private static final class Injection extends JavaIsoVisitor<ExecutionContext> {

        private final UUID type;
        private final boolean field;

        Injection(final UUID type, final boolean field) {
            this.type = type;
            this.field = field;
        }

        /** Leaves nested classes as they are, because {@link Calls} has already handled them. */
        @Override
        public J.ClassDeclaration visitClassDeclaration(
                final J.ClassDeclaration original, final ExecutionContext context) {
            if (!original.getId().equals(type)) {
                return original;
            }
            final J.ClassDeclaration changed = super.visitClassDeclaration(original, context);
            if (!field) {
                return changed;
            }
            return JavaTemplate.builder("private final Jooq jooq;")
                    .imports(JOOQ)
                    .javaParser(JavaParser.fromJavaVersion()
                            .dependsOn("package org.jzenith.sql.jooq; public class Jooq {}"))
                    .build()
                    .apply(
                            updateCursor(changed),
                            changed.getBody().getCoordinates().firstStatement());
        }

        @Override
        public J.MethodDeclaration visitMethodDeclaration(
                final J.MethodDeclaration original, final ExecutionContext context) {
            if (!original.isConstructor()) {
                return original;
            }
            final J.MethodDeclaration constructor = original.withParameters(ListUtils.flatMap(
                    original.getParameters(), each -> OneClient.isClient(each) ? List.of(each, jooq(each)) : each));
            return field && constructor.getBody() != null
                    ? JavaTemplate.builder("this.jooq = jooq;")
                            .build()
                            .apply(
                                    updateCursor(constructor),
                                    constructor.getBody().getCoordinates().lastStatement())
                    : constructor;
        }

        /** Creates a parameter with the modifiers and annotations of the client's parameter, such as {@code @Named}. */
        private static Statement jooq(final Statement client) {
            final J.VariableDeclarations parameter = (J.VariableDeclarations) client;
            final Space prefix = parameter.getTypeExpression() == null
                    ? Space.EMPTY
                    : parameter.getTypeExpression().getPrefix();
            return parameter
                    .withId(Tree.randomId())
                    .withPrefix(parameter.getPrefix().isEmpty() ? Space.SINGLE_SPACE : parameter.getPrefix())
                    .withTypeExpression(identifier("Jooq", prefix))
                    .withVariables(ListUtils.map(
                            parameter.getVariables(),
                            each -> each.withId(Tree.randomId())
                                    .withName(each.getName().withSimpleName("jooq"))));
        }
    }

    private static J.Identifier identifier(final String name, final Space prefix) {
        return new J.Identifier(
                Tree.randomId(), prefix, Markers.EMPTY, List.of(), name, JavaType.buildType(JOOQ), null);
    }
}
