package org.jzenith.rest.csv;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.BeanDeserializer;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;

/** The columns that a type may have. */
final class CsvColumns {

    private final ObjectMapper mapper;
    private final JavaType type;

    CsvColumns(final ObjectMapper mapper, final JavaType type) {
        this.mapper = mapper;
        this.type = type;
    }

    /** Whether Jackson refuses each line with this column. False where only a line can tell. */
    boolean isUnknown(final String name) {
        final DeserializationConfig config = mapper.getDeserializationConfig();
        if (!config.isEnabled(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                || config.getProblemHandlers() != null
                || !(mapper.getDeserializationContext() instanceof final DefaultDeserializationContext blueprint)) {
            return false;
        }
        final JsonDeserializer<?> deserializer;
        try {
            deserializer = blueprint.createDummyInstance(config).findRootValueDeserializer(type);
        } catch (final JsonMappingException e) {
            return false; // the first line tells
        }
        return deserializer instanceof final BeanDeserializer bean
                && bean.findProperty(name) == null
                && bean.findBackReference(name) == null
                && bean.getObjectIdReader() == null
                && !bean.getValueInstantiator().canCreateUsingDelegate()
                && !isTaken(config, name);
    }

    /** Whether a column that is no property is taken or ignored. */
    private boolean isTaken(final DeserializationConfig config, final String name) {
        final BeanDescription description = config.introspect(type);
        final var ignorals = config.getDefaultPropertyIgnorals(type.getRawClass(), description.getClassInfo());
        final var inclusions = config.getDefaultPropertyInclusions(type.getRawClass(), description.getClassInfo());
        return description.findAnySetterAccessor() != null
                || description.getIgnoredPropertyNames().contains(name)
                || (ignorals != null
                        && (ignorals.getIgnoreUnknown()
                                || ignorals.findIgnoredForDeserialization().contains(name)))
                || (inclusions != null && inclusions.getIncluded() != null)
                || description.findProperties().stream().anyMatch(property -> hasFurtherColumns(config, property));
    }

    private static boolean hasFurtherColumns(
            final DeserializationConfig config, final BeanPropertyDefinition property) {
        final AnnotatedMember member = property.getPrimaryMember();
        return member != null
                && (config.getAnnotationIntrospector().findUnwrappingNameTransformer(member) != null
                        || member.hasAnnotation(JsonTypeInfo.class));
    }
}
