package org.jzenith.json;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.ArrayType;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a JSON value whose JSON type differs from the one that the mapper writes. Examples are a number for a {@code URI} or an
 * {@code Instant}, a string for an array or map, and an array for a {@code byte[]} or {@code char[]}.
 */
final class ExactTypes extends SimpleModule {

    private static final long serialVersionUID = 1L;

    ExactTypes() {
        super("exact-types");
    }

    @Override
    public void setupModule(final SetupContext context) {
        super.setupModule(context);
        final ObjectMapper mapper = context.getOwner();
        mapper.coercionConfigFor(UUID.class).setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
        context.addDeserializationProblemHandler(new OfContainers());
        context.addBeanDeserializerModifier(new OfStrings(mapper));
    }

    private static final class OfStrings extends BeanDeserializerModifier {

        private static final long serialVersionUID = 1L;

        private final transient ObjectMapper mapper;

        OfStrings(final ObjectMapper mapper) {
            this.mapper = mapper;
        }

        @Override
        public JsonDeserializer<?> modifyDeserializer(
                final DeserializationConfig config,
                final BeanDescription description,
                final JsonDeserializer<?> deserializer) {
            if (deserializer instanceof FromStringDeserializer) {
                return new StringExpected(deserializer, token -> token.isNumeric() || token.isBoolean());
            }
            if (deserializer.logicalType() != LogicalType.DateTime
                    || !description.getBeanClass().getPackageName().equals("java.time")) {
                return deserializer;
            }
            return new TextualTime(
                    description.getBeanClass() == Duration.class ? new WritableDuration(deserializer) : deserializer,
                    mapper);
        }

        @Override
        public JsonDeserializer<?> modifyArrayDeserializer(
                final DeserializationConfig config,
                final ArrayType type,
                final BeanDescription description,
                final JsonDeserializer<?> deserializer) {
            return type.hasRawClass(byte[].class)
                            || (type.hasRawClass(char[].class)
                                    && !mapper.isEnabled(SerializationFeature.WRITE_CHAR_ARRAYS_AS_JSON_ARRAYS))
                    ? new StringExpected(deserializer, JsonToken.START_ARRAY::equals)
                    : deserializer;
        }

        @Override
        public KeyDeserializer modifyKeyDeserializer(
                final DeserializationConfig config, final JavaType type, final KeyDeserializer deserializer) {
            return type.getRawClass().getPackageName().equals("java.time")
                    ? new NonEmptyKey(deserializer, type.getRawClass())
                    : deserializer;
        }
    }

    /** Refuses the empty map key, which Jackson reads as null but cannot write. */
    private static final class NonEmptyKey extends KeyDeserializer {

        private final KeyDeserializer delegate;
        private final Class<?> type;

        NonEmptyKey(final KeyDeserializer delegate, final Class<?> type) {
            this.delegate = delegate;
            this.type = type;
        }

        @Override
        public @Nullable Object deserializeKey(final String key, final DeserializationContext context)
                throws IOException {
            return key.isEmpty()
                    ? context.handleWeirdKey(type, key, "A date or time is expected.")
                    : delegate.deserializeKey(key, context);
        }
    }

    /** Refuses numbers and arrays, unless the mapper or the property is configured to write them. */
    private static final class TextualTime extends StringExpected {

        private static final long serialVersionUID = 1L;

        private final transient ObjectMapper mapper;

        TextualTime(final JsonDeserializer<?> delegate, final ObjectMapper mapper) {
            super(delegate, token -> token.isNumeric() || token == JsonToken.START_ARRAY);
            this.mapper = mapper;
        }

        @Override
        protected JsonDeserializer<?> newDelegatingInstance(final JsonDeserializer<?> delegate) {
            return new TextualTime(delegate, mapper);
        }

        @Override
        public JsonDeserializer<?> createContextual(
                final DeserializationContext context, final @Nullable BeanProperty property)
                throws JsonMappingException {
            final JsonFormat.Value format = findFormatOverrides(context, property, handledType());
            final boolean isTimestamp = mapper.isEnabled(
                    Duration.class.equals(handledType())
                            ? SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS
                            : SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
            final JsonDeserializer<?> contextual = super.createContextual(context, property);
            return contextual instanceof final TextualTime time
                            && (isTimestamp
                                    || format.getShape().isNumeric()
                                    || format.getShape() == JsonFormat.Shape.ARRAY)
                    ? time.getDelegatee()
                    : contextual;
        }
    }

    /** Refuses the smallest duration, which Jackson can read but cannot write as a number. */
    private static final class WritableDuration extends DelegatingDeserializer {

        private static final long serialVersionUID = 1L;

        WritableDuration(final JsonDeserializer<?> delegate) {
            super(delegate);
        }

        @Override
        protected JsonDeserializer<?> newDelegatingInstance(final JsonDeserializer<?> delegate) {
            return new WritableDuration(delegate);
        }

        @Override
        public Object deserialize(final JsonParser json, final DeserializationContext context) throws IOException {
            final Object read = super.deserialize(json, context);
            if (read instanceof final Duration duration && duration.toSeconds() == Long.MIN_VALUE) {
                throw MismatchedInputException.from(json, Duration.class, "A longer duration is expected.");
            }
            return read;
        }
    }

    /** Reads strings, and other JSON types that are not refused. */
    private static class StringExpected extends DelegatingDeserializer {

        private static final long serialVersionUID = 1L;

        private final transient Predicate<JsonToken> refused;

        StringExpected(final JsonDeserializer<?> delegate, final Predicate<JsonToken> refused) {
            super(delegate);
            this.refused = refused;
        }

        @Override
        protected JsonDeserializer<?> newDelegatingInstance(final JsonDeserializer<?> delegate) {
            return new StringExpected(delegate, refused);
        }

        @Override
        public Object deserialize(final JsonParser json, final DeserializationContext context) throws IOException {
            if (refused.test(json.currentToken())) {
                throw MismatchedInputException.from(json, handledType(), "A string is expected.");
            }
            return super.deserialize(json, context);
        }
    }

    /**
     * Reports a string for a primitive array or an {@code EnumMap} as a mistake of the client. Jackson reports it as a
     * mistake of the class.
     */
    private static final class OfContainers extends DeserializationProblemHandler {

        @Override
        public Object handleMissingInstantiator(
                final DeserializationContext context,
                final Class<?> type,
                final @Nullable ValueInstantiator instantiator,
                final JsonParser json,
                final String message)
                throws IOException {
            if (json.hasToken(JsonToken.VALUE_STRING) && (type.isArray() || Map.class.isAssignableFrom(type))) {
                throw MismatchedInputException.from(json, type, message);
            }
            return NOT_HANDLED;
        }
    }
}
