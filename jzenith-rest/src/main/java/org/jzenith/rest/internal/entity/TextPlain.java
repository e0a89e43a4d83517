package org.jzenith.rest.internal.entity;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Set;
import org.jboss.resteasy.plugins.providers.DefaultBooleanWriter;
import org.jboss.resteasy.plugins.providers.DefaultNumberWriter;
import org.jboss.resteasy.plugins.providers.DefaultTextPlain;

/**
 * Text of values that are a text by themselves: characters, numbers, booleans, enums, and the JDK's values that have an
 * order, such as {@code UUID} and {@code Instant}. RESTEasy's own writes the {@code toString()} of anything.
 */
@Consumes("text/plain")
@Produces("text/plain")
public final class TextPlain extends DefaultTextPlain {

    private static final Set<String> PACKAGES_OF_VALUES =
            Set.of("java.lang", "java.math", "java.net", "java.time", "java.util");

    @Override
    @SuppressWarnings("rawtypes") // as in the superclass
    public boolean isWriteable(
            final Class type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return super.isWriteable(type, genericType, annotations, mediaType) && isText(type);
    }

    /** RESTEasy's own claims to write anything. */
    @Produces("text/plain")
    public static final class OfNumber extends DefaultNumberWriter {

        @Override
        public boolean isWriteable(
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType) {
            return Number.class.isAssignableFrom(type);
        }
    }

    /** RESTEasy's own claims to write anything. */
    @Produces("text/plain")
    public static final class OfBoolean extends DefaultBooleanWriter {

        @Override
        public boolean isWriteable(
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType) {
            return type == Boolean.class;
        }
    }

    private static boolean isText(final Class<?> type) {
        return CharSequence.class.isAssignableFrom(type)
                || Number.class.isAssignableFrom(type)
                || type == Boolean.class
                || type == Character.class
                || type.isPrimitive()
                || Enum.class.isAssignableFrom(type)
                || (Comparable.class.isAssignableFrom(type) && PACKAGES_OF_VALUES.contains(type.getPackageName()));
    }
}
