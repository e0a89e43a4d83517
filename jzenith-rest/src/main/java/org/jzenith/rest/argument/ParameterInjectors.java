package org.jzenith.rest.argument;

import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.resteasy.spi.ValueInjector;
import org.jspecify.annotations.Nullable;

/** The injectors of a feature, for parameters of methods and for fields and setters of beans. */
@FunctionalInterface
public interface ParameterInjectors {

    /**
     * Looks at a parameter, field or setter.
     *
     * @param declared the parameter
     * @param standard makes the injector of other parameters, which is a {@code StringParameterInjector} for text
     * @return null if it does not belong to the feature
     */
    @Nullable
    ValueInjector injectorOf(Declared declared, Supplier<@Nullable ValueInjector> standard);

    /**
     * The declaration of a parameter, field or setter.
     *
     * @param type its class
     * @param genericType its type
     * @param annotations on it
     * @param defaultName its name in the Java code; null if it has none
     */
    record Declared(
            Class<?> type,
            Type genericType,
            List<Annotation> annotations,
            @Nullable String defaultName) {}
}
