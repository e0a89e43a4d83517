package org.jzenith.rest.internal.argument;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.ext.ParamConverter;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Member;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.core.StringParameterInjector;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * Converts the text of each {@code @DefaultValue} at start, unless its converter is {@code @ParamConverter.Lazy}. A class that a
 * request finds, as the result of a locator, is too late for that: the requests that need the default value fail.
 */
final class DefaultText {

    private DefaultText() {}

    /**
     * Checks the default value of a parameter.
     *
     * @param injector converts the text
     * @param parameter the parameter
     * @throws StartException if the text cannot be converted
     */
    static void check(final StringParameterInjector injector, final Parameter parameter) {
        final ParamConverter<?> converter = injector.getParamConverter();
        final String text = parameter.getDefaultValue();
        if (text == null
                || ResteasyContext.getContextData(HttpRequest.class) != null
                || (converter != null && converter.getClass().isAnnotationPresent(ParamConverter.Lazy.class))) {
            return;
        }
        try {
            injector.extractValues(null);
        } catch (final WebApplicationException e) {
            final String typeName = parameter.getGenericType().getTypeName().replaceAll("(?:class|interface) ", "");
            throw new StartException(StartProblem.of("The @DefaultValue '" + text + "' of @"
                            + injector.getParamSignature().replaceFirst("^[\\w.]*\\.", "") + " cannot be converted to "
                            + typeName + ".")
                    .from(name(parameter.getAccessibleObject()))
                    .remedy("Write a default value that converts to " + typeName + ".")
                    .causedBy(e));
        }
    }

    private static String name(final AccessibleObject owner) {
        final Member member = (Member) owner;
        return owner instanceof Constructor
                ? member.getName()
                : member.getDeclaringClass().getName() + "." + member.getName();
    }
}
