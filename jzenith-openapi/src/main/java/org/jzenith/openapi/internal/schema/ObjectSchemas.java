package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.ObjectIdGenerator;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.deser.CreatorProperty;
import com.fasterxml.jackson.databind.deser.impl.ObjectIdValueProperty;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.ObjectIdInfo;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.validation.Validator;
import jakarta.validation.metadata.PropertyDescriptor;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the schemas of objects with properties, and of choices between subtypes. */
final class ObjectSchemas {

    private final Schemas schemas;
    private final ObjectMapper mapper;
    private final OutputProperties output;
    private final InputProperties input;
    private final Validator validator;

    /** The properties of types, which are asked for at each use of a type. */
    private final Map<SchemaKey, Optional<List<Property>>> known = new HashMap<>();

    private final Map<JavaType, Optional<TypeSerializer>> typeNames = new HashMap<>();
    private final Map<JavaType, Map<String, JavaType>> subtypes = new HashMap<>();

    ObjectSchemas(
            final Schemas schemas,
            final ObjectMapper mapper,
            final OutputProperties output,
            final InputProperties input,
            final Validator validator) {
        this.schemas = schemas;
        this.mapper = mapper;
        this.output = output;
        this.input = input;
        this.validator = validator;
    }

    boolean isObject(final SchemaKey use) {
        return properties(use) != null || !subtypes(use.type()).isEmpty();
    }

    private @Nullable List<Property> properties(final SchemaKey use) {
        return known.computeIfAbsent(
                        use.of(use.type(), List.of()),
                        key -> Optional.ofNullable(
                                key.isInput() ? input.of(key.type(), key.view()) : output.of(key.type(), key.view())))
                .orElse(null);
    }

    ObjectNode of(final SchemaKey use) {
        final TypeSerializer names = typeNames(use.type());
        final Map<String, JavaType> subtypes = use.isAlone() ? Map.of() : subtypes(use.type());
        final boolean isOnlyItself = subtypes.size() == 1 && subtypes.containsValue(use.type());
        return names == null || subtypes.isEmpty() || isOnlyItself
                ? object(use, names, names == null ? null : nameOf(use.type()))
                : choice(use, names, subtypes);
    }

    private ObjectNode choice(final SchemaKey use, final TypeSerializer names, final Map<String, JavaType> subtypes) {
        final ObjectNode schema = Schemas.node();
        final ObjectNode mapping = Schemas.node();
        subtypes.forEach((name, type) -> {
            final ObjectNode subtype = schemas.reference(use.alone(type), type.getRawClass());
            if (names.getTypeInclusion() == JsonTypeInfo.As.WRAPPER_OBJECT) {
                final ObjectNode wrapper = schema.withArray("oneOf").addObject().put("type", "object");
                wrapper.putObject("properties").set(name, subtype);
                wrapper.putArray("required").add(name);
                wrapper.put("additionalProperties", false);
            } else if (names.getTypeInclusion() == JsonTypeInfo.As.WRAPPER_ARRAY) {
                final ObjectNode wrapper = schema.withArray("oneOf").addObject().put("type", "array");
                wrapper.putArray("prefixItems").addObject().put("const", name);
                wrapper.withArray("prefixItems").add(subtype);
                wrapper.put("minItems", 2).put("maxItems", 2);
            } else {
                schema.withArray("oneOf").add(subtype);
                mapping.set(name, subtype.get(Schemas.REFERENCE));
            }
        });
        if (!mapping.isEmpty() && names.getPropertyName() != null) {
            schema.putObject("discriminator")
                    .put("propertyName", names.getPropertyName())
                    .set("mapping", mapping);
        }
        SchemaAnnotations.addTo(schema, use.type().getRawClass());
        return schema;
    }

    private ObjectNode object(
            final SchemaKey use, final @Nullable TypeSerializer names, final @Nullable String typeName) {
        final ObjectNode schema = Schemas.node().put("type", "object");
        SchemaAnnotations.addTo(schema, use.type().getRawClass());
        final ObjectNode properties = Schemas.node();
        final TreeSet<String> required = new TreeSet<>();
        if (names != null
                && typeName != null
                && names.getPropertyName() != null
                && (names.getTypeInclusion() == JsonTypeInfo.As.PROPERTY
                        || names.getTypeInclusion() == JsonTypeInfo.As.EXISTING_PROPERTY)) {
            properties.putObject(names.getPropertyName()).put("type", "string").put("const", typeName);
            required.add(names.getPropertyName());
        }
        final ObjectIdInfo identity = output.description(use.type()).getObjectIdInfo();
        if (!use.isInput()
                && identity != null
                && identity.getGeneratorType() != ObjectIdGenerators.PropertyGenerator.class) {
            properties.set(identity.getPropertyName().getSimpleName(), id(use, identity));
            required.add(identity.getPropertyName().getSimpleName());
        }
        final List<Property> all = properties(use);
        for (final Property each : all == null ? List.<Property>of() : all) {
            if (!properties.has(each.name())) {
                add(each, use, properties, required);
            }
        }
        if (output.isArray(use.type())) {
            schema.put("type", "array").put("minItems", properties.size()).put("maxItems", properties.size());
            properties.forEach(schema.putArray("prefixItems")::add);
            return schema;
        }
        if (!properties.isEmpty()) {
            schema.set("properties", properties);
        }
        if (!required.isEmpty()) {
            required.forEach(schema.putArray("required")::add);
        }
        final JavaType further = use.isInput() ? input.further(use.type()) : output.further(use.type());
        if (further != null) {
            final AnnotatedMember getter = output.description(use.type()).findAnyGetter();
            final Rules declared = Rules.NONE.declaredAs(Nullness.argument(Nullness.declared(getter), 1));
            schema.set("additionalProperties", schemas.element(use, further, declared));
        } else if (use.isInput() && input.isClosed(use.type())) {
            schema.put("additionalProperties", false);
        }
        return schema;
    }

    private void add(
            final Property property, final SchemaKey use, final ObjectNode properties, final Set<String> required) {
        final PropertyDescriptor constrained =
                validator.getConstraintsForClass(property.owner()).getConstraintsForProperty(property.javaName());
        final Rules ofPlace = (constrained == null ? Rules.NONE : Rules.of(constrained, use.groups()))
                .declaredAs(property.members().stream()
                        .map(Nullness::declared)
                        .flatMap(Stream::ofNullable)
                        .findFirst()
                        .orElse(null));
        final Rules rules = property.bean() == null ? ofPlace : ofPlace.in(property.bean());
        final SchemaKey inside = use.of(property.type(), rules.groups());
        final ObjectNode schema;
        if (use.isInput() && property.access().equals("readOnly")) {
            schema = Schemas.node(); // The mapper skips any value.
        } else if (property.own() != null && !isStructured(inside)) {
            schema = schemas.scalar(inside, property.own(), property.bean());
        } else {
            schema = schemas.of(inside, rules.unconstrained());
        }
        boolean isNullRefused = !schema.isEmpty() && ConstraintKeywords.add(schema, rules.constraints());
        if (!use.isInput() && constrained != null && !isNullRefused) {
            // An unchecked result: the constraint is taken as a declaration.
            isNullRefused = ConstraintKeywords.add(
                    Schemas.node(), Rules.of(constrained, Rules.DEFAULT).constraints());
        }
        final boolean hasDefault = use.isInput() && isNullRefused && hasValidDefault(property, use);
        if (hasDefault && property.bean() instanceof ObjectIdValueProperty) {
            isNullRefused = false; // The mapper skips null.
        }
        final boolean isNullable = property.isNullable() && !isNullRefused;
        final ObjectNode value = orId(inside, property.bean(), schema);
        final ObjectNode described = isNullable ? Schemas.nullable(value) : value;
        if (!property.access().isEmpty()) {
            described.put(property.access(), true);
        }
        for (final AnnotatedMember member : property.members()) {
            SchemaAnnotations.addTo(described, member.getAnnotated());
        }
        properties.set(property.name(), described);
        if (!property.access().equals("readOnly")
                && (property.isRequired() || (use.isInput() && isNullRefused && !hasDefault))) {
            required.add(property.name());
        }
    }

    /** Returns true if a new object has a value in the property that its constraints allow. */
    private boolean hasValidDefault(final Property property, final SchemaKey use) {
        final Object blank = property.bean() instanceof CreatorProperty ? null : input.blank(use.type());
        return blank != null
                && !use.groups().isEmpty()
                && property.owner().isInstance(blank)
                && isValid(blank, property, use);
    }

    private boolean isValid(final Object blank, final Property property, final SchemaKey use) {
        try {
            return validator
                    .validateProperty(blank, property.javaName(), use.groups().toArray(Class<?>[]::new))
                    .isEmpty();
        } catch (final RuntimeException e) {
            return false; // The application's constraint or getter does not work with a new object.
        }
    }

    /**
     * Allows the id in place of a repeated object.
     *
     * @param property the property at or in which the object is; null for none
     * @param object the schema of the object with its properties
     */
    ObjectNode orId(final SchemaKey use, final @Nullable BeanProperty property, final ObjectNode object) {
        final JavaType type = use.type().isReferenceType() ? use.type().getReferencedType() : use.type();
        final ObjectIdInfo identity = identity(type, property);
        if (identity == null) {
            return object;
        }
        final ObjectNode id = id(use.of(type, List.of()), identity);
        if (!use.isInput() && identity.getAlwaysAsId()) {
            return id;
        }
        final ObjectNode choice = Schemas.node();
        choice.putArray("anyOf").add(object).add(id); // A number may be an id and also stand for an object.
        return choice;
    }

    /** Returns true for a type of which the mapper writes the id only. */
    boolean isWrittenAsId(final JavaType type) {
        final ObjectIdInfo identity = identity(type, null);
        return identity != null && identity.getAlwaysAsId();
    }

    private @Nullable ObjectIdInfo identity(final JavaType type, final @Nullable BeanProperty property) {
        if (type.isContainerType() || type.isPrimitive()) {
            return null;
        }
        final ObjectIdInfo ofType = output.description(type).getObjectIdInfo();
        if (property == null
                || property.getMember() == null
                || !property.getType().equals(type)) {
            return ofType;
        }
        final AnnotatedMember member = property.getMember();
        final AnnotationIntrospector annotations =
                mapper.getSerializationConfig().getAnnotationIntrospector();
        final ObjectIdInfo own = annotations.findObjectIdInfo(member);
        return own == null && ofType == null
                ? null
                : annotations.findObjectReferenceInfo(member, own == null ? ofType : own);
    }

    /** Returns the schema of the id of an object: that of a property, or of what a generator makes. */
    ObjectNode id(final SchemaKey use, final ObjectIdInfo identity) {
        final String name = identity.getPropertyName().getSimpleName();
        if (identity.getGeneratorType() == ObjectIdGenerators.PropertyGenerator.class) {
            final List<Property> all = properties(use);
            return (all == null ? List.<Property>of() : all)
                    .stream()
                            .filter(each -> each.name().equals(name))
                            .findFirst()
                            .map(each -> schemas.of(use.of(each.type(), List.of()), Rules.NONE))
                            .orElseGet(Schemas::node);
        }
        final JavaType[] arguments = mapper.getTypeFactory()
                .findTypeParameters(mapper.constructType(identity.getGeneratorType()), ObjectIdGenerator.class);
        return arguments == null || arguments.length == 0
                ? Schemas.node()
                : schemas.of(use.of(arguments[0], List.of()), Rules.NONE);
    }

    /** Returns true for a value whose schema does not depend on the property's own serializer. */
    private boolean isStructured(final SchemaKey use) {
        final JavaType type = use.type();
        return type.isContainerType()
                || type.isReferenceType()
                || type.getRawClass().isEnum()
                || type.isJavaLangObject()
                || type.getRawClass().getName().startsWith("io.vertx.")
                || isObject(use);
    }

    private @Nullable TypeSerializer typeNames(final JavaType type) {
        return typeNames.computeIfAbsent(type, this::foundTypeNames).orElse(null);
    }

    private Optional<TypeSerializer> foundTypeNames(final JavaType type) {
        try {
            return Optional.ofNullable(
                    mapper.getSerializerFactory().createTypeSerializer(mapper.getSerializationConfig(), type));
        } catch (final JsonMappingException e) {
            return Optional.empty();
        }
    }

    /** Returns the concrete types that a document may name; empty if it names none. */
    private Map<String, JavaType> subtypes(final JavaType type) {
        return subtypes.computeIfAbsent(type, this::foundSubtypes);
    }

    private Map<String, JavaType> foundSubtypes(final JavaType type) {
        final Map<String, JavaType> all = new LinkedHashMap<>();
        if (!type.isContainerType() && !type.isPrimitive() && typeNames(type) != null) {
            final SerializationConfig config = mapper.getSerializationConfig();
            final AnnotatedClass annotated =
                    config.introspectClassAnnotations(type).getClassInfo();
            mapper.getSubtypeResolver().collectAndResolveSubtypesByClass(config, annotated).stream()
                    .filter(each ->
                            isConcrete(each.getType()) && type.getRawClass().isAssignableFrom(each.getType()))
                    .sorted(Comparator.comparing(ObjectSchemas::name))
                    .forEach(each -> all.put(
                            name(each), mapper.getTypeFactory().constructSpecializedType(type, each.getType())));
        }
        return all;
    }

    private String nameOf(final JavaType type) {
        return subtypes(type).entrySet().stream()
                .filter(each -> each.getValue().getRawClass() == type.getRawClass())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(type.getRawClass().getSimpleName());
    }

    private static String name(final NamedType type) {
        return type.hasName() ? type.getName() : type.getType().getSimpleName();
    }

    private static boolean isConcrete(final Class<?> type) {
        return !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
    }
}
