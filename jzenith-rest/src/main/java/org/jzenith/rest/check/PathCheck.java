package org.jzenith.rest.check;

import jakarta.ws.rs.Path;
import java.util.function.Consumer;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.route.MethodTable;

/** Looks for {@code @Path} annotations that cannot be read. */
final class PathCheck {

    private final Consumer<StartProblem> problems;

    PathCheck(final Consumer<StartProblem> problems) {
        this.problems = problems;
    }

    /** Returns true if the class or one of its methods has an invalid path. */
    boolean areWrong(final ResourceClass resource) {
        final Class<?> type = resource.getClazz();
        if (isWrong(resource.getPath(), "the class " + type.getName(), type)) {
            return true;
        }
        boolean isWrong = false;
        for (final ResourceLocator method : ParameterCheck.all(resource)) {
            final Path path = method.getAnnotatedMethod().getAnnotation(Path.class);
            if (path != null) {
                isWrong |= isWrong(path.value(), "the method " + Named.method(method.getMethod()), type);
            }
        }
        return isWrong;
    }

    private boolean isWrong(final @Nullable String path, final String owner, final Class<?> type) {
        try {
            if (path != null) {
                MethodTable.parameterNames(path);
            }
            return false;
        } catch (final IllegalArgumentException e) {
            problems.accept(StartProblem.of("The @Path of " + owner + " cannot be read. " + e.getMessage())
                    .from(type.getName())
                    .remedy("Write a parameter as {name}, or as {name: expression} with a regular expression of Java in"
                            + " which each brace is closed."));
            return true;
        }
    }
}
