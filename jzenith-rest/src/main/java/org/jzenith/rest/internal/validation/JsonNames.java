package org.jzenith.rest.internal.validation;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hibernate.validator.spi.nodenameprovider.JavaBeanProperty;
import org.hibernate.validator.spi.nodenameprovider.Property;
import org.hibernate.validator.spi.nodenameprovider.PropertyNodeNameProvider;

/** Names properties in violations as in JSON. */
final class JsonNames implements PropertyNodeNameProvider {

    private final ObjectMapper mapper;
    private final Map<Class<?>, Map<String, String>> namesByType = new ConcurrentHashMap<>();

    JsonNames(final ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public String getName(final Property property) {
        if (property instanceof JavaBeanProperty bean) {
            return namesByType
                    .computeIfAbsent(bean.getDeclaringClass(), this::names)
                    .getOrDefault(property.getName(), property.getName());
        }
        return property.getName();
    }

    private Map<String, String> names(final Class<?> type) {
        final Map<String, String> names = new HashMap<>();
        for (final BeanPropertyDefinition property : mapper.getDeserializationConfig()
                .introspect(mapper.constructType(type))
                .findProperties()) {
            names.put(property.getInternalName(), property.getName());
        }
        return names;
    }
}
