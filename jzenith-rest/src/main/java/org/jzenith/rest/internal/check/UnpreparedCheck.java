package org.jzenith.rest.internal.check;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Explains why RESTEasy or Hibernate Validator cannot prepare a method or the members of a resource. */
record UnpreparedCheck(ResteasyProviderFactory factory, Findings findings) {

    private static final Map<ParamType, String> KINDS = Map.of(
            ParamType.PATH_PARAM, "path parameter",
            ParamType.QUERY_PARAM, "query parameter",
            ParamType.HEADER_PARAM, "header parameter",
            ParamType.COOKIE_PARAM, "cookie parameter",
            ParamType.MATRIX_PARAM, "matrix parameter",
            ParamType.FORM_PARAM, "form parameter");

    /** A method or locator cannot be prepared. */
    void explain(final ResourceLocator method, final RuntimeException failure) {
        final String name = Named.method(method.getMethod());
        explain(
                name,
                "The method " + name,
                method.getResourceClass().getClazz().getName(),
                List.of(method.getParams()),
                failure);
    }

    /** The fields and setters of a root resource cannot be prepared. */
    void explain(final ResourceClass resource, final RuntimeException failure) {
        final String type = resource.getClazz().getName();
        final List<Parameter> members = new ArrayList<>(List.of(resource.getFields()));
        members.addAll(List.of(resource.getSetters()));
        explain(type, "The resource " + type, type, members, failure);
    }

    private void explain(
            final String owner,
            final String what,
            final String origin,
            final List<Parameter> parameters,
            final RuntimeException failure) {
        boolean isExplained = false;
        for (final Parameter parameter : parameters) {
            isExplained |= explain(owner, parameter, origin);
        }
        if (!isExplained && failure instanceof StartException known) {
            known.problems().forEach(findings.mistakes());
        } else if (!isExplained) {
            findings.mistakes()
                    .accept(StartProblem.of(what + " cannot be prepared: " + failure.getMessage())
                            .from(origin)
                            .remedy(
                                    isAboutExtractor(failure)
                                            ? "Put constraints on values, or on the elements of a Single, Maybe, "
                                                    + "CompletionStage, Optional or collection. jZenith does not "
                                                    + "check the elements of an Observable."
                                            : "Start with --debug to see the stack trace.")
                            .causedBy(failure));
        }
    }

    /** Hibernate Validator's word for a constraint on the elements of a type that has none which it knows. */
    private static boolean isAboutExtractor(final RuntimeException failure) {
        return String.valueOf(failure.getMessage()).startsWith("HV000197");
    }

    /** Returns false if the parameter can be read. */
    private boolean explain(final String owner, final Parameter parameter, final String origin) {
        try {
            factory.getInjectorFactory().createParameterExtractor(parameter, factory);
            return false;
        } catch (final StartException e) {
            e.problems().forEach(findings.mistakes());
        } catch (final RuntimeException e) {
            addUnreadable(owner, parameter, origin);
        }
        return true;
    }

    private void addUnreadable(final String owner, final Parameter parameter, final String origin) {
        final Type type = parameter.getGenericType();
        final String kind = KINDS.get(parameter.getParamType());
        if (kind != null) {
            findings.mistake(
                    origin,
                    "The " + kind + " '" + parameter.getParamName() + "' of " + owner + " has the type "
                            + Named.type(type) + ", which cannot be converted from a string.",
                    "Add to " + parameter.getType().getSimpleName()
                            + " a public constructor with one String, or a static method "
                            + "valueOf(String) or fromString(String). Or pass a "
                            + "ParamConverterProvider to withProviders(..).");
        } else if (parameter.getParamType() == ParamType.BEAN_PARAM) {
            findings.mistake(
                    origin,
                    "The @BeanParam of " + owner + " has the type " + Named.type(type)
                            + ", which cannot be instantiated.",
                    "Make " + parameter.getType().getSimpleName()
                            + " a record, or add a public constructor. Annotate parameters, fields or setters, "
                            + "for example with @QueryParam; their types must be convertible from a string.");
        } else {
            findings.mistake(
                    origin,
                    "A parameter of " + owner + " has the type " + Named.type(type) + ", which cannot be instantiated.",
                    "Annotate the parameter, for example with @QueryParam or @Context.");
        }
    }
}
