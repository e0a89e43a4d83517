package org.jzenith.rest.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers.BigDecimalDeserializer;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers.DoubleDeserializer;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers.FloatDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of JSON that fit their type: {@code 1e999} is no {@code double}, and a {@code BigDecimal} is not so large that a
 * sum with it takes the server's memory.
 */
final class FiniteNumbers extends SimpleModule {

    private static final long serialVersionUID = 1L;

    private static final int LARGEST_SCALE = 10_000;

    FiniteNumbers() {
        super("finite-numbers");
        addDeserializer(double.class, new OfDouble(double.class, 0d));
        addDeserializer(Double.class, new OfDouble(Double.class, null));
        addDeserializer(float.class, new OfFloat(float.class, 0f));
        addDeserializer(Float.class, new OfFloat(Float.class, null));
        addDeserializer(BigDecimal.class, new OfDecimal());
    }

    private static final class OfDouble extends DoubleDeserializer {

        private static final long serialVersionUID = 1L;

        @SuppressWarnings("NullAway") // a wrapper is null by default
        OfDouble(final Class<Double> type, final @Nullable Double otherwise) {
            super(type, otherwise);
        }

        @Override
        public Double deserialize(final JsonParser json, final DeserializationContext context) throws IOException {
            final boolean isNumber = json.currentToken().isNumeric();
            final Double value = super.deserialize(json, context);
            if (isNumber && value.isInfinite()) {
                throw context.weirdNumberException(value, handledType(), "too large");
            }
            return value;
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
            final boolean isNumber = json.currentToken().isNumeric();
            final Float value = super.deserialize(json, context);
            if (isNumber && value.isInfinite()) {
                throw context.weirdNumberException(value, handledType(), "too large");
            }
            return value;
        }
    }

    private static final class OfDecimal extends BigDecimalDeserializer {

        private static final long serialVersionUID = 1L;

        @Override
        public BigDecimal deserialize(final JsonParser json, final DeserializationContext context) throws IOException {
            final BigDecimal value = super.deserialize(json, context);
            if (value != null && (value.scale() > LARGEST_SCALE || value.scale() < -LARGEST_SCALE)) {
                throw context.weirdNumberException(value, BigDecimal.class, "too large");
            }
            return value;
        }
    }
}
