package org.jzenith.json;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import org.jzenith.json.internal.configuration.JsonConfiguration;

/** The mapper of an application that does not bind its own. Jackson's default limits on lengths apply. */
final class DefaultMapper {

    private DefaultMapper() {}

    static ObjectMapper of(final JsonConfiguration configuration, final Set<Module> modules) {
        final StreamReadConstraints limits =
                StreamReadConstraints.builder().maxNestingDepth(Json.MAX_DEPTH).build();
        final ObjectMapper mapper = JsonMapper.builder(
                        new UnsharedFactory(new JsonFactoryBuilder().streamReadConstraints(limits)))
                .addModules(Json.modules())
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, configuration.rejectUnknownFields())
                .build();
        mapper.coercionConfigFor(LogicalType.Textual)
                .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
        // Large and exact numbers travel as strings, since many clients read every number as a double.
        mapper.coercionConfigFor(BigDecimal.class).setCoercion(CoercionInputShape.String, CoercionAction.TryConvert);
        mapper.coercionConfigFor(BigInteger.class).setCoercion(CoercionInputShape.String, CoercionAction.TryConvert);
        return mapper.registerModules(modules);
    }
}
