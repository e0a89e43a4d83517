package org.jzenith.upgrade;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TypeUtils;

/**
 * The single {@code SqlClient} parameter of each constructor of a class, and the fields that keep it. Empty for other classes.
 *
 * @param type the class
 * @param parameters the names of the constructors' parameters
 * @param fields the names of the fields to which only such a parameter is assigned
 */
record OneClient(JavaType.@Nullable FullyQualified type, Set<String> parameters, Set<String> fields) {

    private static final String CLIENT = "org.jzenith.sql.SqlClient";

    /** Returns the client of a class. */
    static OneClient of(final J.ClassDeclaration declaration) {
        final OneClient client = new OneClient(declaration.getType(), new HashSet<>(), new HashSet<>());
        final List<J.MethodDeclaration> constructors = declaration.getBody().getStatements().stream()
                .filter(each -> each instanceof J.MethodDeclaration method && method.isConstructor())
                .map(J.MethodDeclaration.class::cast)
                .toList();
        if (declaration.getKind() == J.ClassDeclaration.Kind.Type.Class
                && constructors.stream().allMatch(OneClient::canGetJooq)) {
            constructors.stream()
                    .flatMap(each -> each.getParameters().stream())
                    .filter(OneClient::isClient)
                    .map(each -> ((J.VariableDeclarations) each).getVariables().get(0))
                    .forEach(each -> client.parameters.add(each.getSimpleName()));
            client.findFields(declaration);
        }
        return client;
    }

    /** Returns true if an expression is the parameter, or a field that keeps it. */
    boolean isReadBy(final Expression expression) {
        final JavaType.@Nullable Variable variable = variable(expression);
        return variable != null
                && (isParameter(variable) || (isField(variable) && fields.contains(variable.getName())));
    }

    /** Returns true if a method's parameter is a client. */
    static boolean isClient(final Statement parameter) {
        return parameter instanceof J.VariableDeclarations variable
                && TypeUtils.isOfClassType(variable.getType(), CLIENT);
    }

    private static boolean canGetJooq(final J.MethodDeclaration constructor) {
        return constructor.getParameters().stream().filter(OneClient::isClient).count() == 1
                && constructor.getBody() != null
                && constructor.getBody().getStatements().stream()
                        .noneMatch(each -> each instanceof J.MethodInvocation call
                                && call.getSimpleName().equals("this"));
    }

    private void findFields(final J.ClassDeclaration declaration) {
        final Set<String> others = new HashSet<>();
        new JavaIsoVisitor<Set<String>>() {
            @Override
            public J.Assignment visitAssignment(final J.Assignment assignment, final Set<String> names) {
                final JavaType.@Nullable Variable variable = variable(assignment.getVariable());
                if (variable != null && isField(variable)) {
                    final JavaType.@Nullable Variable value = variable(assignment.getAssignment());
                    (value != null && isParameter(value) ? fields : names).add(variable.getName());
                }
                return super.visitAssignment(assignment, names);
            }
        }.visit(declaration, others);
        fields.removeAll(others);
    }

    private boolean isParameter(final JavaType.Variable variable) {
        return variable.getOwner() instanceof JavaType.Method method
                && method.isConstructor()
                && TypeUtils.isOfType(method.getDeclaringType(), type)
                && parameters.contains(variable.getName());
    }

    private boolean isField(final JavaType.Variable variable) {
        return TypeUtils.isOfType(variable.getOwner(), type);
    }

    private static JavaType.@Nullable Variable variable(final Expression expression) {
        if (expression instanceof J.FieldAccess access) {
            return access.getTarget() instanceof J.Identifier target
                            && target.getSimpleName().equals("this")
                    ? access.getName().getFieldType()
                    : null;
        }
        return expression instanceof J.Identifier name ? name.getFieldType() : null;
    }
}
