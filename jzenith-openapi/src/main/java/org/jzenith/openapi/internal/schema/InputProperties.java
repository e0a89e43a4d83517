package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.BuilderBasedDeserializer;
import com.fasterxml.jackson.databind.deser.CreatorProperty;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.deser.impl.ObjectIdValueProperty;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.util.NameTransformer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The properties that the application's mapper reads. */
final class InputProperties {

    private final ObjectMapper mapper;
    private final OutputProperties output;
    private final Map<JavaType, BeanDescription> descriptions = new HashMap<>();

    private final Map<JavaType, Optional<JsonDeserializer<?>>> known = new HashMap<>();
    private final Map<JavaType, Optional<Object>> blanks = new HashMap<>();

    InputProperties(final ObjectMapper mapper, final OutputProperties output) {
        this.mapper = mapper;
        this.output = output;
    }

    private BeanDescription description(final JavaType type) {
        return descriptions.computeIfAbsent(
                type, each -> mapper.getDeserializationConfig().introspect(each));
    }

    /** Returns the deserializer of a type; null if there is none. */
    @Nullable
    JsonDeserializer<?> deserializer(final JavaType type) {
        return known.computeIfAbsent(type, each -> Optional.ofNullable(found(each)))
                .orElse(null);
    }

    private @Nullable JsonDeserializer<?> found(final JavaType type) {
        if (!(mapper.getDeserializationContext() instanceof final DefaultDeserializationContext blueprint)) {
            return null;
        }
        try {
            return blueprint
                    .createDummyInstance(mapper.getDeserializationConfig())
                    .findContextualValueDeserializer(type, null);
        } catch (final JsonMappingException e) {
            return null;
        }
    }

    /** Returns the type that a value is read as before it is converted; null if there is none. */
    @Nullable
    JavaType delegate(final JavaType type) {
        if (!(deserializer(type) instanceof final BeanDeserializerBase bean)) {
            return null;
        }
        final DeserializationConfig config = mapper.getDeserializationConfig();
        final var creators = bean.getValueInstantiator();
        if (creators.canCreateFromObjectWith()) {
            return null;
        }
        // a creator that takes a collection is apart from others
        return creators.canCreateUsingDelegate()
                ? creators.getDelegateType(config)
                : creators.canCreateUsingArrayDelegate() ? creators.getArrayDelegateType(config) : null;
    }

    /** Returns the properties of a type; null if it is not read from an object with properties. */
    @Nullable
    List<Property> of(final JavaType type, final @Nullable Class<?> view) {
        if (!(deserializer(type) instanceof final BeanDeserializerBase bean)) {
            return null;
        }
        final BeanDescription description = description(type);
        final List<Property> all = new ArrayList<>();
        for (final Iterator<SettableBeanProperty> properties = bean.properties(); properties.hasNext(); ) {
            final SettableBeanProperty each = properties.next();
            if (view == null || each.visibleInView(view)) {
                all.add(property(each, description));
            }
        }
        addUnwrapped(description, view, all);
        addReadOnly(description, type, all);
        final List<String> declared = description.findProperties().stream()
                .map(BeanPropertyDefinition::getName)
                .toList();
        all.sort(Comparator.comparingInt(
                each -> declared.contains(each.name()) ? declared.indexOf(each.name()) : declared.size()));
        return all;
    }

    /** Adds the properties of the objects that are read from the properties of this one. */
    private void addUnwrapped(final BeanDescription owner, final @Nullable Class<?> view, final List<Property> all) {
        for (final BeanPropertyDefinition each : owner.findProperties()) {
            final NameTransformer names = unwrapping(each);
            final AnnotatedMember mutator = each.getMutator();
            final List<Property> inside = names == null || mutator == null ? null : of(mutator.getType(), view);
            if (names != null && inside != null) {
                all.removeIf(other -> other.name().equals(each.getName()));
                inside.forEach(property -> all.add(property.renamed(names.transform(property.name()))));
            }
        }
    }

    private @Nullable NameTransformer unwrapping(final BeanPropertyDefinition property) {
        return OutputProperties.members(property, null).stream()
                .map(mapper.getDeserializationConfig().getAnnotationIntrospector()::findUnwrappingNameTransformer)
                .flatMap(Stream::ofNullable)
                .findFirst()
                .orElse(null);
    }

    /** Returns the JSON types other than an object from which a type is created, by a constructor or factory with one parameter. */
    List<String> otherForms(final JavaType type) {
        if (!(deserializer(type) instanceof final BeanDeserializerBase bean)) {
            return List.of();
        }
        final ValueInstantiator creators = bean.getValueInstantiator();
        final List<String> all = new ArrayList<>();
        if (creators.canCreateFromString()) {
            all.add("string");
        }
        if (creators.canCreateFromDouble()) {
            all.add("number");
        } else if (creators.canCreateFromInt() || creators.canCreateFromLong()) {
            all.add("integer");
        }
        if (creators.canCreateFromBoolean()) {
            all.add("boolean");
        }
        return all;
    }

    /** Returns true if a type can be created from an object with properties. */
    boolean isReadFromObject(final JavaType type) {
        return !(deserializer(type) instanceof final BeanDeserializerBase bean)
                || bean.getValueInstantiator().canCreateFromObjectWith()
                || bean.getValueInstantiator().canCreateUsingDefault()
                || bean instanceof BuilderBasedDeserializer;
    }

    /** Returns a new object before its properties are set; null if it is created in another way. */
    @Nullable
    Object blank(final JavaType type) {
        return blanks.computeIfAbsent(type, each -> Optional.ofNullable(made(each)))
                .orElse(null);
    }

    private @Nullable Object made(final JavaType type) {
        if (!(deserializer(type) instanceof final BeanDeserializerBase bean)
                || bean instanceof BuilderBasedDeserializer
                || !bean.getValueInstantiator().canCreateUsingDefault()
                || !(mapper.getDeserializationContext() instanceof final DefaultDeserializationContext blueprint)) {
            return null;
        }
        try {
            return bean.getValueInstantiator()
                    .createUsingDefault(blueprint.createDummyInstance(mapper.getDeserializationConfig()));
        } catch (final IOException | RuntimeException e) {
            return null;
        }
    }

    /** Returns the type of further properties; null if there are none with a type. */
    @Nullable
    JavaType further(final JavaType type) {
        final AnnotatedMember setter = description(type).findAnySetterAccessor();
        return setter instanceof final AnnotatedMethod method && method.getParameterCount() == 2
                ? method.getParameterType(1)
                : setter == null ? null : setter.getType().getContentType();
    }

    private Property property(final SettableBeanProperty property, final BeanDescription owner) {
        final DeserializationConfig config = mapper.getDeserializationConfig();
        final @Nullable BeanPropertyDefinition definition = owner.findProperties().stream()
                .filter(each -> each.getName().equals(property.getName()))
                .findFirst()
                .orElse(null);
        final boolean isPrimitive = property.getType().isPrimitive();
        final boolean isRefused = property.getMetadata().getValueNulls() == Nulls.FAIL
                || (isPrimitive && config.isEnabled(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES));
        final boolean isCreator = property instanceof CreatorProperty;
        return new Property(
                property.getName(),
                definition == null ? property.getName() : definition.getInternalName(),
                property.getType(),
                OutputProperties.members(definition, property.getMember()),
                owner.getBeanClass(),
                (isCreator && isRefused)
                        || (property.isRequired() && !(property instanceof ObjectIdValueProperty))
                        || (isCreator && config.isEnabled(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)),
                !isRefused,
                property.isIgnorable() ? "readOnly" : isWriteOnly(definition) ? "writeOnly" : "",
                property);
    }

    private boolean isWriteOnly(final @Nullable BeanPropertyDefinition definition) {
        return OutputProperties.members(definition, null).stream()
                .anyMatch(each -> mapper.getDeserializationConfig()
                                .getAnnotationIntrospector()
                                .findPropertyAccess(each)
                        == JsonProperty.Access.WRITE_ONLY);
    }

    /** Adds the properties that the mapper skips, because only the server sets them. */
    private void addReadOnly(final BeanDescription owner, final JavaType type, final List<Property> all) {
        final Set<String> ignored = owner.getIgnoredPropertyNames();
        if (ignored == null || ignored.isEmpty()) {
            return;
        }
        for (final BeanPropertyDefinition each : output.description(type).findProperties()) {
            final AnnotatedMember accessor = each.getAccessor();
            if (accessor != null
                    && ignored.contains(each.getName())
                    && all.stream().noneMatch(other -> other.name().equals(each.getName()))) {
                all.add(new Property(
                        each.getName(),
                        each.getInternalName(),
                        accessor.getType(),
                        OutputProperties.members(each, accessor),
                        owner.getBeanClass(),
                        false,
                        true,
                        "readOnly",
                        null));
            }
        }
    }

    /** Returns true if an object must not have further properties. */
    boolean isClosed(final JavaType type) {
        final DeserializationConfig config = mapper.getDeserializationConfig();
        final BeanDescription description = description(type);
        final JsonIgnoreProperties.Value ignored =
                config.getDefaultPropertyIgnorals(type.getRawClass(), description.getClassInfo());
        return config.isEnabled(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                && (ignored == null || !ignored.getIgnoreUnknown())
                && description.findAnySetterAccessor() == null
                && description.findProperties().stream().allMatch(each -> unwrapping(each) == null);
    }

    /**
     * Returns true if an element of a list or map may be null.
     *
     * @param type the type of the elements
     * @param property the property at or in which the container is; null for none
     */
    boolean readsNullElement(final JavaType type, final @Nullable BeanProperty property) {
        final DeserializationConfig config = mapper.getDeserializationConfig();
        final Nulls nulls = property == null
                ? config.getDefaultSetterInfo().getContentNulls()
                : property.getMetadata().getContentNulls();
        return nulls == Nulls.SKIP
                || (nulls != Nulls.FAIL
                        && !(type.isPrimitive()
                                && config.isEnabled(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)));
    }

    /** Returns true if a number may also be written as a string. */
    boolean readsNumberFromText(final Class<?> type) {
        return mapper.getDeserializationConfig().findCoercionAction(LogicalType.Float, type, CoercionInputShape.String)
                == CoercionAction.TryConvert;
    }
}
