package org.jzenith.rest.internal.check;

import jakarta.ws.rs.Path;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.route.MethodTable;

/** Looks for {@code @Path} annotations that cannot be read. */
record PathCheck(Findings findings) {

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
            findings.mistake(
                    type.getName(),
                    "The @Path of " + owner + " cannot be read. " + e.getMessage(),
                    "Write a parameter as {name} or {name: expression}, where expression is a Java regular"
                            + " expression with balanced braces.");
            return true;
        }
    }
}
