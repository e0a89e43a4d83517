package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes the schemas of the keys of maps, which are texts in JSON. */
final class KeySchemas {

    /** Does not limit the range; a pattern for it would be hard to read. */
    private static final String NUMBER = "^-?[0-9]+$";

    private static final String FRACTION = "^(-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?|NaN|-?Infinity)$";

    private static final Map<Class<?>, String> PATTERNS = Map.of(
            Byte.class, NUMBER,
            Short.class, NUMBER,
            Integer.class, NUMBER,
            Long.class, NUMBER,
            BigInteger.class, NUMBER,
            Float.class, FRACTION,
            Double.class, FRACTION,
            Boolean.class, "^(true|false)$");

    private static final Set<Class<?>> LIKE_VALUES = Set.of(UUID.class, Character.class);

    private final Schemas schemas;
    private final ObjectMapper mapper;
    private final OutputProperties output;
    private final EnumForms enums;

    KeySchemas(final Schemas schemas, final ObjectMapper mapper, final OutputProperties output, final EnumForms enums) {
        this.schemas = schemas;
        this.mapper = mapper;
        this.output = output;
        this.enums = enums;
    }

    /** Returns the schema of the keys; null if each text may be a key. */
    @Nullable
    ObjectNode of(final SchemaKey use, final @Nullable BeanProperty property) {
        final Class<?> raw = use.type().getRawClass();
        if (hasOwn(property) || !isOfJackson(use.type(), raw)) {
            return null;
        }
        if (raw.isEnum()) {
            final ObjectNode keys = enums.keys(use, property);
            return keys.equals(enums.values(use, null)) ? schemas.reference(use, raw) : keys.has("enum") ? keys : null;
        }
        if (PATTERNS.containsKey(raw)) {
            return Schemas.node().put("type", "string").put("pattern", PATTERNS.get(raw));
        }
        if (LIKE_VALUES.contains(raw) || raw.getName().startsWith("java.time.")) {
            final ObjectNode value = schemas.of(use, Rules.NONE);
            return value.path("type").asText().equals("string") && value.size() > 1 ? value : null;
        }
        return null;
    }

    /** Returns true if the property reads or writes its keys in its own way. */
    private boolean hasOwn(final @Nullable BeanProperty property) {
        final AnnotationIntrospector annotations =
                mapper.getSerializationConfig().getAnnotationIntrospector();
        return property != null
                && property.getMember() != null
                && (annotations.findKeySerializer(property.getMember()) != null
                        || annotations.findKeyDeserializer(property.getMember()) != null);
    }

    /** Returns false if the application writes keys of a type in its own way. */
    private boolean isOfJackson(final JavaType type, final Class<?> raw) {
        try {
            return raw.isEnum()
                    || output.provider()
                            .findKeySerializer(type, null)
                            .getClass()
                            .getName()
                            .startsWith("com.fasterxml.jackson.");
        } catch (final JsonMappingException e) {
            return false;
        }
    }
}
