package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.databind.JavaType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One use of a Java type. Each has its own schema until the schemas are compared.
 *
 * @param type the type with its type arguments
 * @param isInput true for a body that is read, false for one that is written
 * @param groups the groups of constraints that are checked; empty if none are
 * @param view the view of {@code @JsonView}; null for all properties
 * @param isAlone true for the type itself instead of a choice of its subtypes
 */
record SchemaKey(
        JavaType type,
        boolean isInput,
        List<Class<?>> groups,
        @Nullable Class<?> view,
        boolean isAlone) {

    SchemaKey of(final JavaType other, final List<Class<?>> otherGroups) {
        return new SchemaKey(other, isInput, otherGroups, view, false);
    }

    SchemaKey alone(final JavaType other) {
        return new SchemaKey(other, isInput, groups, view, true);
    }
}
