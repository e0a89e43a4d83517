package org.jzenith.openapi.internal.schema;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.ser.AnyGetterWriter;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.PropertyWriter;
import com.fasterxml.jackson.databind.ser.std.BeanSerializerBase;
import com.fasterxml.jackson.databind.util.NameTransformer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The properties that the application's mapper writes. */
final class OutputProperties {

    private final ObjectMapper mapper;
    private final SerializerProvider provider;
    private final Map<JavaType, BeanDescription> descriptions = new HashMap<>();

    OutputProperties(final ObjectMapper mapper) {
        this.mapper = mapper;
        this.provider = mapper.getSerializerProviderInstance();
    }

    /**
     * Returns the serializer of a type; null if there is none.
     *
     * @param property the property at or in which the value is; null for none
     */
    @Nullable
    JsonSerializer<?> serializer(final JavaType type, final @Nullable BeanProperty property) {
        try {
            return provider.findValueSerializer(type, property);
        } catch (final JsonMappingException e) {
            return null;
        }
    }

    /** Returns what the mapper knows of a type that it writes. */
    BeanDescription description(final JavaType type) {
        return descriptions.computeIfAbsent(
                type, each -> mapper.getSerializationConfig().introspect(each));
    }

    SerializerProvider provider() {
        return provider;
    }

    /** Returns the properties of a type; null if it is not written as an object with properties. */
    @Nullable
    List<Property> of(final JavaType type, final @Nullable Class<?> view) {
        return serializer(type, null) instanceof final BeanSerializerBase bean ? of(bean, type, view) : null;
    }

    private List<Property> of(final JsonSerializer<?> bean, final JavaType type, final @Nullable Class<?> view) {
        final SerializationConfig config = mapper.getSerializationConfig();
        final BeanDescription description = description(type);
        final List<Property> all = new ArrayList<>();
        for (final Iterator<PropertyWriter> writers = bean.properties(); writers.hasNext(); ) {
            if (writers.next() instanceof final BeanPropertyWriter writer
                    && !(writer instanceof AnyGetterWriter)
                    && isSeen(writer, view)) {
                add(writer, description, config, view, all);
            }
        }
        return all;
    }

    /** Returns the type of further properties; null if there are none with a type. */
    @Nullable
    JavaType further(final JavaType type) {
        final AnnotatedMember getter = description(type).findAnyGetter();
        return getter == null ? null : getter.getType().getContentType();
    }

    /** Returns true if a type is written as an array of the values of its properties. */
    boolean isArray(final JavaType type) {
        final JsonFormat.Value format = description(type).findExpectedFormat();
        return format != null && format.getShape() == JsonFormat.Shape.ARRAY;
    }

    private static boolean isSeen(final BeanPropertyWriter writer, final @Nullable Class<?> view) {
        final Class<?>[] views = writer.getViews();
        return view == null || views == null || Arrays.stream(views).anyMatch(each -> each.isAssignableFrom(view));
    }

    private void add(
            final BeanPropertyWriter writer,
            final BeanDescription owner,
            final SerializationConfig config,
            final @Nullable Class<?> view,
            final List<Property> all) {
        final AnnotatedMember member = writer.getMember();
        final AnnotationIntrospector introspector = config.getAnnotationIntrospector();
        if (writer.isUnwrapping()) {
            final NameTransformer names = introspector.findUnwrappingNameTransformer(member);
            final List<Property> inside = of(writer.getType(), view);
            if (inside != null) {
                inside.forEach(each -> all.add(names == null ? each : each.renamed(names.transform(each.name()))));
            }
            return;
        }
        final @Nullable BeanPropertyDefinition definition = owner.findProperties().stream()
                .filter(each -> each.getName().equals(writer.getName()))
                .findFirst()
                .orElse(null);
        final JsonInclude.Include inclusion = inclusion(writer, owner, config);
        final boolean isAlways =
                inclusion == JsonInclude.Include.ALWAYS || inclusion == JsonInclude.Include.USE_DEFAULTS;
        final boolean isReference = !writer.getType().isPrimitive();
        final List<AnnotatedMember> members = members(definition, member);
        all.add(new Property(
                writer.getName(),
                definition == null ? writer.getName() : definition.getInternalName(),
                writer.getType(),
                members,
                owner.getBeanClass(),
                isAlways || (inclusion == JsonInclude.Include.NON_NULL && (!isReference || Nullness.isNonNull(member))),
                isReference && !writer.willSuppressNulls() && !Nullness.isNonNull(member),
                "",
                writer));
    }

    private static JsonInclude.Include inclusion(
            final BeanPropertyWriter writer, final BeanDescription owner, final SerializationConfig config) {
        final JsonInclude.Value ofClass = owner.findPropertyInclusion(config.getDefaultInclusion(
                owner.getBeanClass(), writer.getType().getRawClass()));
        final JsonInclude.Value own = config.getAnnotationIntrospector().findPropertyInclusion(writer.getMember());
        final JsonInclude.Value both = ofClass == null ? own : ofClass.withOverrides(own);
        return both == null ? JsonInclude.Include.ALWAYS : both.getValueInclusion();
    }

    static List<AnnotatedMember> members(
            final @Nullable BeanPropertyDefinition definition, final @Nullable AnnotatedMember first) {
        return Stream.concat(
                        Stream.ofNullable(first),
                        definition == null
                                ? Stream.empty()
                                : Stream.of(
                                                definition.getField(),
                                                definition.getGetter(),
                                                definition.getSetter(),
                                                definition.getConstructorParameter())
                                        .flatMap(Stream::ofNullable))
                .distinct()
                .toList();
    }
}
