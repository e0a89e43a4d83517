package org.jzenith.rest.argument;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.ext.ParamConverter;
import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Member;
import java.lang.reflect.Type;
import java.util.List;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.core.StringParameterInjector;
import org.jboss.resteasy.spi.HttpRequest;
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
     * @param owner the method, constructor or field that has the parameter
     * @param type the type of the parameter
     * @param annotations the annotations of the parameter
     * @throws StartException if the text cannot be converted
     */
    static void check(
            final StringParameterInjector injector,
            final AccessibleObject owner,
            final Type type,
            final List<Annotation> annotations) {
        final ParamConverter<?> converter = injector.getParamConverter();
        final String text = annotations.stream()
                .filter(DefaultValue.class::isInstance)
                .map(each -> ((DefaultValue) each).value())
                .findFirst()
                .orElse(null);
        if (text == null
                || ResteasyContext.getContextData(HttpRequest.class) != null
                || (converter != null && converter.getClass().isAnnotationPresent(ParamConverter.Lazy.class))) {
            return;
        }
        try {
            injector.extractValues(null);
        } catch (final WebApplicationException e) {
            final String typeName = type.getTypeName().replaceAll("(?:class|interface) ", "");
            throw new StartException(StartProblem.of("The @DefaultValue '" + text + "' of @"
                            + injector.getParamSignature().replaceFirst("^[\\w.]*\\.", "") + " cannot be converted to "
                            + typeName + ".")
                    .from(name(owner))
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
