package org.jzenith.openapi.schema;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A property of a JSON object.
 *
 * @param name the name in the document
 * @param javaName the name to which constraints belong
 * @param type the type of the value
 * @param members the field, accessors and parameter that stand for it, with their annotations
 * @param owner the class that declares it
 * @param isRequired true if the mapper always writes it, or refuses an object without it
 * @param isNullable true if the mapper may write null, or accepts it
 * @param access the keyword that marks the property, such as {@code readOnly}; empty for none
 * @param own writes or reads the value in another way than its type says; null for the type's own
 */
record Property(
        String name,
        String javaName,
        JavaType type,
        List<AnnotatedMember> members,
        Class<?> owner,
        boolean isRequired,
        boolean isNullable,
        String access,
        @Nullable Object own) {

    /** Returns this property with another name in the document. */
    Property renamed(final String other) {
        return new Property(other, javaName, type, members, owner, isRequired, isNullable, access, own);
    }
}
