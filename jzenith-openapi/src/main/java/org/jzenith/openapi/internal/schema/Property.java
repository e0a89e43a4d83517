package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
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
 * @param bean the property of Jackson; null if the mapper skips it
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
        @Nullable BeanProperty bean) {

    /** Returns the serializer that the property has already; null if that of its value decides. */
    @Nullable
    JsonSerializer<?> own() {
        return bean instanceof final BeanPropertyWriter writer ? writer.getSerializer() : null;
    }

    /** Returns this property with another name in the document. */
    Property renamed(final String other) {
        return new Property(other, javaName, type, members, owner, isRequired, isNullable, access, bean);
    }
}
