package org.jzenith.rest.internal.json;

import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.AbstractDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializer;
import com.fasterxml.jackson.databind.ser.PropertyWriter;
import com.fasterxml.jackson.databind.ser.impl.UnknownSerializer;
import com.fasterxml.jackson.databind.ser.std.BeanSerializerBase;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.lang.reflect.Modifier;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Jackson's knowledge of a class, with all modules, mixins and annotations, before there is a document. */
final class JacksonTypes {

    private static final String JACKSON = "com.fasterxml.jackson.";
    private static final String TIMES = JACKSON + "datatype.jsr310.";

    private JacksonTypes() {}

    /**
     * Returns the reason why Jackson cannot make objects of a class; null if it can, or if only a document can tell.
     */
    static @Nullable String unreadable(final ObjectMapper mapper, final Class<?> type) {
        final JsonDeserializer<?> deserializer;
        try {
            deserializer = deserializer(mapper, type);
        } catch (final JsonMappingException e) {
            return e.getOriginalMessage();
        }
        if (deserializer instanceof AbstractDeserializer) {
            return "it is " + (type.isInterface() ? "an interface" : "an abstract class")
                    + ", and no annotation names the class to create";
        }
        return deserializer instanceof final BeanDeserializerBase bean
                        && !bean.getValueInstantiator().canInstantiate()
                ? "it has no constructor that Jackson can call"
                : null;
    }

    /**
     * Returns true if a class is final and has only properties that Jackson itself writes as one value, such as
     * numbers, texts and times. No document of it then refers to an object in itself, and one provider of serializers
     * can write many of them.
     */
    static boolean isFlat(final ObjectMapper mapper, final Class<?> type) {
        if (!Modifier.isFinal(type.getModifiers())) {
            return false;
        }
        try {
            final JsonSerializer<?> serializer =
                    mapper.getSerializerProviderInstance().findValueSerializer(type);
            if (!(serializer instanceof BeanSerializer)
                    || serializer.usesObjectId()
                    || findAnyGetter(mapper, type) != null) {
                return false;
            }
            for (final Iterator<PropertyWriter> properties = serializer.properties(); properties.hasNext(); ) {
                if (!(properties.next() instanceof final BeanPropertyWriter property)
                        || property.isUnwrapping()
                        || !isScalar(property.getSerializer())) {
                    return false;
                }
            }
            return true;
        } catch (final JsonMappingException e) {
            return false;
        }
    }

    private static @Nullable AnnotatedMember findAnyGetter(final ObjectMapper mapper, final Class<?> type) {
        return mapper.getSerializationConfig()
                .introspect(mapper.constructType(type))
                .findAnyGetter();
    }

    private static boolean isScalar(final @Nullable JsonSerializer<?> serializer) {
        return serializer != null
                && serializer.getClass().getName().startsWith(JACKSON)
                && (serializer instanceof StdScalarSerializer
                        || serializer.getClass().getName().startsWith(TIMES));
    }

    /**
     * Returns true if neither a module nor Jackson itself supports a type, or if a {@code Class} is read: clients must
     * not name classes.
     */
    static boolean isUnknown(final ObjectMapper mapper, final Class<?> type, final boolean reading) {
        if (!reading) {
            try {
                final JsonSerializer<?> serializer =
                        mapper.getSerializerProviderInstance().findValueSerializer(type);
                return serializer instanceof UnknownSerializer || serializer instanceof BeanSerializerBase;
            } catch (final JsonMappingException e) {
                return true;
            }
        }
        try {
            final JsonDeserializer<?> deserializer = deserializer(mapper, type);
            return type == Class.class
                    || deserializer instanceof AbstractDeserializer
                    || deserializer instanceof BeanDeserializerBase;
        } catch (final JsonMappingException e) {
            return true;
        }
    }

    /** Returns the deserializer of a class; null if the application's mapper cannot tell. */
    private static @Nullable JsonDeserializer<?> deserializer(final ObjectMapper mapper, final Class<?> type)
            throws JsonMappingException {
        return mapper.getDeserializationContext() instanceof final DefaultDeserializationContext blueprint
                ? blueprint
                        .createDummyInstance(mapper.getDeserializationConfig())
                        .findRootValueDeserializer(mapper.constructType(type))
                : null;
    }

    /** Returns true if Jackson finds no property in a class and therefore refuses to write it. */
    static boolean isUnwritable(final ObjectMapper mapper, final Class<?> type) {
        try {
            return mapper.isEnabled(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                    && mapper.getSerializerProviderInstance().findValueSerializer(type) instanceof UnknownSerializer;
        } catch (final JsonMappingException e) {
            return false;
        }
    }
}
