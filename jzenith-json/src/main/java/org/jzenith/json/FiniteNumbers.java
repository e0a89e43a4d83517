package org.jzenith.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.Deserializers;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.deser.ValueInstantiators;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.JsonNodeDeserializer;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.deser.std.PrimitiveArrayDeserializers;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdValueInstantiator;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Refuses JSON numbers that do not fit their type. {@code 1e999} and {@code "NaN"} are not valid {@code double}s, even for
 * untyped values such as trees. A {@code BigDecimal} must not be so large that adding to it would exhaust the server's
 * memory.
 */
final class FiniteNumbers extends SimpleModule {

    private static final long serialVersionUID = 1L;

    private static final int LARGEST_SCALE = 10_000;

    private static final JsonParser.Feature NAN = JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS.mappedFeature();

    FiniteNumbers() {
        super("finite-numbers");
        // Jackson asks the deserializer of Number for the numbers in an Object, too.
        for (final Class<?> type :
                List.of(double.class, Double.class, float.class, Float.class, BigDecimal.class, Number.class)) {
            check(type, NumberDeserializers.find(type, type.getName()));
        }
        check(double[].class, PrimitiveArrayDeserializers.forType(double.class));
        check(float[].class, PrimitiveArrayDeserializers.forType(float.class));
        addDeserializer(OptionalDouble.class, new OfOptional());
    }

    @SuppressWarnings("unchecked") // a delegating deserializer is of Object
    private <T> void check(final Class<T> type, final JsonDeserializer<?> jacksons) {
        addDeserializer(type, (JsonDeserializer<T>) (JsonDeserializer<?>) new Checked(jacksons));
    }

    @Override
    public void setupModule(final SetupContext context) {
        super.setupModule(context);
        context.addDeserializers(new OfTrees());
        context.addValueInstantiators(new OfCreators());
    }

    /** Checks one number of a document. {@code NaN} is accepted if the application's mapper allows it. */
    private static <T> T checked(final T value, final Class<?> type, final DeserializationContext context)
            throws JsonMappingException {
        if (value instanceof BigDecimal decimal) {
            if (decimal.scale() > LARGEST_SCALE || decimal.scale() < -LARGEST_SCALE) {
                throw context.weirdNumberException(decimal, type, "too large");
            }
        } else if (value instanceof Double || value instanceof Float) {
            final double number = ((Number) value).doubleValue();
            if (Double.isInfinite(number)) {
                throw context.weirdNumberException(number, type, "too large");
            }
            if (Double.isNaN(number) && !context.getParser().isEnabled(NAN)) {
                throw context.weirdStringException("NaN", type, "not a number");
            }
        }
        return value;
    }

    private static final class OfOptional extends StdDeserializer<OptionalDouble> {

        private static final long serialVersionUID = 1L;

        OfOptional() {
            super(OptionalDouble.class);
        }

        @Override
        public OptionalDouble deserialize(final JsonParser json, final DeserializationContext context)
                throws IOException {
            final Double value = context.readValue(json, Double.class);
            return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
        }

        @Override
        public OptionalDouble getNullValue(final DeserializationContext context) {
            return OptionalDouble.empty();
        }
    }

    /** Checks the numbers, arrays and trees that Jackson has read. */
    private static final class Checked extends DelegatingDeserializer {

        private static final long serialVersionUID = 1L;

        Checked(final JsonDeserializer<?> jacksons) {
            super(jacksons);
        }

        @Override
        protected JsonDeserializer<?> newDelegatingInstance(final JsonDeserializer<?> jacksons) {
            return new Checked(jacksons);
        }

        @Override
        public Object deserialize(final JsonParser json, final DeserializationContext context) throws IOException {
            final Object value = super.deserialize(json, context);
            check(value, context);
            return value;
        }

        @Override
        public Object deserialize(final JsonParser json, final DeserializationContext context, final Object into)
                throws IOException {
            final Object value = super.deserialize(json, context, into);
            check(value, context);
            return value;
        }

        @Override
        public Object deserializeWithType(
                final JsonParser json, final DeserializationContext context, final TypeDeserializer type)
                throws IOException {
            final Object value = super.deserializeWithType(json, context, type);
            check(value, context);
            return value;
        }

        private void check(final @Nullable Object value, final DeserializationContext context) throws IOException {
            if (value instanceof double[] numbers) {
                for (final double number : numbers) {
                    checked(number, double.class, context);
                }
            } else if (value instanceof float[] numbers) {
                for (final float number : numbers) {
                    checked(number, float.class, context);
                }
            } else if (value instanceof JsonNode tree) {
                check(tree, context);
            } else if (value != null) {
                checked(value, handledType(), context);
            }
        }

        private static void check(final JsonNode tree, final DeserializationContext context) throws IOException {
            final Deque<JsonNode> open = new ArrayDeque<>();
            open.add(tree);
            while (!open.isEmpty()) {
                final JsonNode node = open.remove();
                if (node.isFloatingPointNumber()) {
                    checked(node.numberValue(), Number.class, context);
                } else {
                    node.forEach(open::add);
                }
            }
        }
    }

    private static final class OfTrees extends Deserializers.Base {

        @Override
        public JsonDeserializer<?> findTreeNodeDeserializer(
                final Class<? extends JsonNode> type, final DeserializationConfig config, final BeanDescription bean) {
            return new Checked(JsonNodeDeserializer.getDeserializer(type));
        }
    }

    /** Checks the number that Jackson passes to a creator with one {@code double} parameter. */
    private static final class OfCreators extends ValueInstantiators.Base {

        @Override
        public ValueInstantiator findValueInstantiator(
                final DeserializationConfig config, final BeanDescription bean, final ValueInstantiator given) {
            return given instanceof StdValueInstantiator jacksons && given.canCreateFromDouble()
                    ? new OfCreator(jacksons)
                    : given;
        }
    }

    private static final class OfCreator extends StdValueInstantiator {

        private static final long serialVersionUID = 1L;

        OfCreator(final StdValueInstantiator jacksons) {
            super(jacksons);
        }

        @Override
        public Object createFromDouble(final DeserializationContext context, final double value) throws IOException {
            return super.createFromDouble(context, checked(value, double.class, context));
        }
    }
}
