package org.jzenith.rest.internal.patch;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedField;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.node.TreeTraversingParser;
import com.fasterxml.jackson.databind.util.AccessPattern;
import java.beans.Introspector;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes Jackson read properties with {@code Access.READ_ONLY} from the JSON of the present object, which it skips otherwise: a
 * new object would lose them. A value that differs from the present one at the same place is skipped.
 */
final class ReadOnlyFields {

    private static final Object PRESENT = new Object();
    private static final Object CHANGED = new Object();

    private ReadOnlyFields() {}

    /**
     * A mapper that keeps such properties.
     *
     * @param mapper the mapper of the application
     * @param ignored the names that the mapper skips when it reads a class
     * @return the same mapper if it cannot be copied, as one of a subclass without {@code copy()}
     */
    static ObjectMapper kept(final ObjectMapper mapper, final Function<Class<?>, Set<String>> ignored) {
        final ObjectMapper copy;
        try {
            copy = mapper.copy();
        } catch (final IllegalStateException e) {
            return mapper;
        }
        final AnnotationIntrospector own = mapper.getDeserializationConfig().getAnnotationIntrospector();
        copy.setConfig(copy.getDeserializationConfig().with(AnnotationIntrospector.pair(new KeptAccess(own), own)));
        copy.addHandler(new Ignored(ignored));
        return copy;
    }

    /** Reads an object as JSON that has been changed. */
    static <T> T read(final ObjectMapper kept, final JsonNode present, final JsonNode changed, final Class<T> type)
            throws IOException {
        return kept.readerFor(type)
                .withAttribute(PRESENT, present)
                .withAttribute(CHANGED, changed)
                .readValue(changed);
    }

    private static final class KeptAccess extends NopAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        private final transient AnnotationIntrospector own;

        KeptAccess(final AnnotationIntrospector own) {
            this.own = own;
        }

        @Override
        public JsonProperty.@Nullable Access findPropertyAccess(final Annotated member) {
            return isReadOnly(member) && isStored(member) ? JsonProperty.Access.READ_WRITE : null;
        }

        @Override
        public @Nullable Object findDeserializer(final Annotated member) {
            return isReadOnly(member) ? new Kept(null, own.findDeserializer(member), member) : null;
        }

        private boolean isReadOnly(final Annotated member) {
            return own.findPropertyAccess(member) == JsonProperty.Access.READ_ONLY;
        }

        /** Returns true if a property can be set; values computed by a getter cannot. */
        private static boolean isStored(final Annotated member) {
            if (!(member instanceof final AnnotatedMethod method) || method.getParameterCount() > 0) {
                return member instanceof AnnotatedField
                        || member instanceof AnnotatedParameter
                        || member instanceof AnnotatedMethod;
            }
            final String name = method.getName();
            final int prefix = name.startsWith("get") ? 3 : name.startsWith("is") ? 2 : 0;
            final String property = Introspector.decapitalize(name.substring(prefix));
            return Arrays.stream(method.getDeclaringClass().getDeclaredFields())
                    .anyMatch(field ->
                            field.getName().equals(property) || field.getName().equals(name));
        }
    }

    /** Skips known properties that are ignored; they have not been changed. */
    private static final class Ignored extends DeserializationProblemHandler {

        private final Function<Class<?>, Set<String>> names;

        Ignored(final Function<Class<?>, Set<String>> names) {
            this.names = names;
        }

        @Override
        public boolean handleUnknownProperty(
                final DeserializationContext context,
                final JsonParser parser,
                final JsonDeserializer<?> deserializer,
                final Object beanOrClass,
                final String name)
                throws IOException {
            final Class<?> type = beanOrClass instanceof final Class<?> known ? known : beanOrClass.getClass();
            if (!names.apply(type).contains(name)) {
                return false;
            }
            parser.skipChildren();
            return true;
        }
    }

    private static final class Kept extends JsonDeserializer<Object> implements ContextualDeserializer {

        private final @Nullable JsonDeserializer<Object> values;

        /** The deserializer that the member names; null if it names none. */
        private final @Nullable Object named;

        private final Annotated member;

        Kept(final @Nullable JsonDeserializer<Object> values, final @Nullable Object named, final Annotated member) {
            this.values = values;
            this.named = named;
            this.member = member;
        }

        @Override
        public JsonDeserializer<?> createContextual(final DeserializationContext context, final BeanProperty property)
                throws JsonMappingException {
            final JsonDeserializer<Object> given = named == null ? null : context.deserializerInstance(member, named);
            @SuppressWarnings("unchecked")
            final JsonDeserializer<Object> chosen = given == null
                    ? context.findContextualValueDeserializer(property.getType(), property)
                    : (JsonDeserializer<Object>)
                            context.handleSecondaryContextualization(given, property, property.getType());
            return new Kept(chosen, named, member);
        }

        @Override
        public @Nullable Object deserialize(final JsonParser parser, final DeserializationContext context)
                throws IOException {
            final JsonDeserializer<Object> reader = values();
            return isPresent(parser, context) ? reader.deserialize(parser, context) : skip(parser, context);
        }

        @Override
        public @Nullable Object deserializeWithType(
                final JsonParser parser, final DeserializationContext context, final TypeDeserializer type)
                throws IOException {
            return isPresent(parser, context)
                    ? values().deserializeWithType(parser, context, type)
                    : skip(parser, context);
        }

        /** A parser of buffered tokens does not know where it is. */
        private static boolean isPresent(final JsonParser parser, final DeserializationContext context) {
            if (!(parser instanceof TreeTraversingParser)
                    || !(context.getAttribute(PRESENT) instanceof final JsonNode present)
                    || !(context.getAttribute(CHANGED) instanceof final JsonNode changed)) {
                return false;
            }
            final JsonPointer place = parser.getParsingContext().pathAsPointer();
            final JsonNode before = present.at(place);
            return !before.isMissingNode() && before.equals(changed.at(place));
        }

        private @Nullable Object skip(final JsonParser parser, final DeserializationContext context)
                throws IOException {
            parser.skipChildren();
            return values().getNullValue(context);
        }

        private JsonDeserializer<Object> values() {
            return Objects.requireNonNull(values, "contextual");
        }

        @Override
        public @Nullable Object getNullValue(final DeserializationContext context) throws JsonMappingException {
            return values().getNullValue(context);
        }

        @Override
        public AccessPattern getNullAccessPattern() {
            return AccessPattern.DYNAMIC;
        }
    }
}
