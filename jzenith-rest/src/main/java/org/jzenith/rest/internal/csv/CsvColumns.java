package org.jzenith.rest.internal.csv;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.BeanDeserializer;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.util.LinkedNode;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns that a type may have. */
final class CsvColumns {

    private final ObjectMapper mapper;
    private final JavaType type;

    CsvColumns(final ObjectMapper mapper, final JavaType type) {
        this.mapper = mapper;
        this.type = type;
    }

    /**
     * Finds a column for which Jackson refuses every line. The type is introspected once for all columns, because that
     * takes 20 microseconds or more.
     *
     * @return the first such column; null if there is none, or if only a line can tell
     */
    @Nullable
    String firstUnknown(final Collection<String> names) {
        final DeserializationConfig config = mapper.getDeserializationConfig();
        final BeanDeserializer bean = deserializer(config);
        if (bean == null) {
            return null;
        }
        final List<String> others = names.stream()
                .filter(name -> bean.findProperty(name) == null && bean.findBackReference(name) == null)
                .toList();
        if (others.isEmpty()) {
            return null;
        }
        final BeanDescription description = config.introspect(type);
        final var ignorals = config.getDefaultPropertyIgnorals(type.getRawClass(), description.getClassInfo());
        return takesOthers(config, description, ignorals)
                ? null
                : others.stream()
                        .filter(name -> !description.getIgnoredPropertyNames().contains(name)
                                && (ignorals == null
                                        || !ignorals.findIgnoredForDeserialization()
                                                .contains(name)))
                        .findFirst()
                        .orElse(null);
    }

    /** Null if it may take columns that are no properties. */
    private @Nullable BeanDeserializer deserializer(final DeserializationConfig config) {
        if (!config.isEnabled(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                || handlesUnknown(config.getProblemHandlers())
                || !(mapper.getDeserializationContext() instanceof final DefaultDeserializationContext blueprint)) {
            return null;
        }
        try {
            return blueprint.createDummyInstance(config).findRootValueDeserializer(type)
                                    instanceof final BeanDeserializer bean
                            && bean.getObjectIdReader() == null
                            && !bean.getValueInstantiator().canCreateUsingDelegate()
                    ? bean
                    : null;
        } catch (final JsonMappingException e) {
            return null; // the first line tells
        }
    }

    private static boolean handlesUnknown(final @Nullable LinkedNode<DeserializationProblemHandler> first) {
        for (LinkedNode<DeserializationProblemHandler> each = first; each != null; each = each.next()) {
            for (final Method method : each.value().getClass().getMethods()) {
                if (method.getName().equals("handleUnknownProperty")
                        && method.getDeclaringClass() != DeserializationProblemHandler.class) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns true if columns that are no property may be read or ignored. */
    private boolean takesOthers(
            final DeserializationConfig config,
            final BeanDescription description,
            final JsonIgnoreProperties.@Nullable Value ignorals) {
        final var inclusions = config.getDefaultPropertyInclusions(type.getRawClass(), description.getClassInfo());
        return description.findAnySetterAccessor() != null
                || (ignorals != null && ignorals.getIgnoreUnknown())
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
