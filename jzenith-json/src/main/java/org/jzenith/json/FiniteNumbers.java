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
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers.BigDecimalDeserializer;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers.DoubleDeserializer;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers.FloatDeserializer;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers.NumberDeserializer;
import com.fasterxml.jackson.databind.deser.std.PrimitiveArrayDeserializers;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdValueInstantiator;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of JSON that fit their type: {@code 1e999} and {@code "NaN"} are no {@code double}, also where a type does not
 * say what it holds, and a {@code BigDecimal} is not so large that a sum with it takes the server's memory.
 */
final class FiniteNumbers extends SimpleModule {

    private static final long serialVersionUID = 1L;

    private static final int LARGEST_SCALE = 10_000;

    private static final JsonParser.Feature NAN = JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS.mappedFeature();

    FiniteNumbers() {
        super("finite-numbers");
        addDeserializer(double.class, new OfDouble(double.class, 0d));
        addDeserializer(Double.class, new OfDouble(Double.class, null));
        addDeserializer(float.class, new OfFloat(float.class, 0f));
        addDeserializer(Float.class, new OfFloat(Float.class, null));
        addDeserializer(BigDecimal.class, new OfDecimal());
        addDeserializer(Number.class, narrowed(new OfNumber())); // Jackson asks it for the numbers in an Object, too
        addDeserializer(OptionalDouble.class, new OfOptional());
        addDeserializer(double[].class, narrowed(new Checked(PrimitiveArrayDeserializers.forType(double.class))));
        addDeserializer(float[].class, narrowed(new Checked(PrimitiveArrayDeserializers.forType(float.class))));
    }

    @SuppressWarnings("unchecked") // Jackson's own classes for these types are of Object
    private static <T> JsonDeserializer<T> narrowed(final JsonDeserializer<?> any) {
        return (JsonDeserializer<T>) any;
    }

    @Override
    public void setupModule(final SetupContext context) {
        super.setupModule(context);
        context.addDeserializers(new OfTrees());
        context.addValueInstantiators(new OfCreators());
    }

    /** The rule for each number of a document. An application may let its mapper read {@code NaN}. */
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

    private static final class OfDouble extends DoubleDeserializer {

        private static final long serialVersionUID = 1L;

        @SuppressWarnings("NullAway") // a wrapper is null by default
        OfDouble(final Class<Double> type, final @Nullable Double otherwise) {
            super(type, otherwise);
        }

        @Override
        public Double deserialize(final JsonParser json, final DeserializationContext context) throws IOException {
            return checked(super.deserialize(json, context), handledType(), context);
        }
    }

    private static final class OfFloat extends FloatDeserializer {

        private static final long serialVersionUID = 1L;

        @SuppressWarnings("NullAway") // a wrapper is null by default
        OfFloat(final Class<Float> type, final @Nullable Float otherwise) {
            super(type, otherwise);
        }

        @Override
        public Float deserialize(final JsonParser json, final DeserializationContext context) throws IOException {
            return checked(super.deserialize(json, context), handledType(), context);
        }
    }

    private static final class OfDecimal extends BigDecimalDeserializer {

        private static final long serialVersionUID = 1L;

        @Override
        public BigDecimal deserialize(final JsonParser json, final DeserializationContext context) throws IOException {
            return checked(super.deserialize(json, context), BigDecimal.class, context);
        }
    }

    private static final class OfNumber extends NumberDeserializer {

        private static final long serialVersionUID = 1L;

        @Override
        public Object deserialize(final JsonParser json, final DeserializationContext context) throws IOException {
            return checked(super.deserialize(json, context), Number.class, context);
        }
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

    /** Arrays and trees are made by Jackson and looked through afterwards. */
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
            }
            return value;
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

    /** Jackson gives a creator of one {@code double} what the parser says. */
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
