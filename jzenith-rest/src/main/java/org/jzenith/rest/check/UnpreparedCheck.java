package org.jzenith.rest.check;

import jakarta.ws.rs.BeanParam;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Explains why RESTEasy or Hibernate Validator cannot prepare a method or the members of a resource. */
final class UnpreparedCheck {

    private static final Map<ParamType, String> KINDS = Map.of(
            ParamType.PATH_PARAM, "path parameter",
            ParamType.QUERY_PARAM, "query parameter",
            ParamType.HEADER_PARAM, "header parameter",
            ParamType.COOKIE_PARAM, "cookie parameter",
            ParamType.MATRIX_PARAM, "matrix parameter",
            ParamType.FORM_PARAM, "form parameter");

    private final ResteasyProviderFactory factory;
    private final Consumer<StartProblem> problems;

    /** @param factory makes what reads parameters */
    UnpreparedCheck(final ResteasyProviderFactory factory, final Consumer<StartProblem> problems) {
        this.factory = factory;
        this.problems = problems;
    }

    /** A method or locator cannot be prepared. */
    void explain(final ResourceLocator method, final RuntimeException failure) {
        final String type = method.getResourceClass().getClazz().getName();
        boolean isExplained = false;
        for (final Parameter parameter : method.getParams()) {
            isExplained |= explain(Named.method(method.getMethod()), parameter, type);
        }
        if (!isExplained && failure instanceof StartException known) {
            known.problems().forEach(problems);
        } else if (!isExplained) {
            problems.accept(StartProblem.of("The method " + Named.method(method.getMethod()) + " cannot be prepared: "
                            + failure.getMessage())
                    .from(type)
                    .remedy(
                            isAboutExtractor(failure)
                                    ? "Put constraints on values, and on the elements of a Single, Maybe, CompletionStage,"
                                            + " Optional or collection; those of an Observable are not checked."
                                    : "Start with --debug to see the stack trace.")
                    .causedBy(failure));
        }
    }

    /** The fields and setters of a root resource cannot be prepared. */
    void explain(final ResourceClass resource, final RuntimeException failure) {
        final String type = resource.getClazz().getName();
        boolean isExplained = false;
        for (final Parameter[] members : List.of(resource.getFields(), (Parameter[]) resource.getSetters())) {
            for (final Parameter member : members) {
                isExplained |= explain(type, member, type);
            }
        }
        if (!isExplained && failure instanceof StartException known) {
            known.problems().forEach(problems);
        } else if (!isExplained) {
            problems.accept(StartProblem.of("The resource " + type + " cannot be prepared: " + failure.getMessage())
                    .from(type)
                    .remedy("Start with --debug to see the stack trace.")
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
            e.problems().forEach(problems);
        } catch (final RuntimeException e) {
            addUnreadable(owner, parameter, origin);
        }
        return true;
    }

    private void addUnreadable(final String owner, final Parameter parameter, final String origin) {
        final Type type = parameter.getGenericType();
        final String kind = KINDS.get(parameter.getParamType());
        if (kind != null) {
            add(
                    "The " + kind + " '" + parameter.getParamName() + "' of " + owner + " has the type "
                            + Named.type(type) + ", which cannot be converted from a string.",
                    origin,
                    "Give " + parameter.getType().getSimpleName()
                            + " a public constructor with one String, or a static method valueOf(String) or"
                            + " fromString(String). Or give a ParamConverterProvider to withProviders(..).");
        } else if (parameter.getParamType() == ParamType.BEAN_PARAM) {
            add(
                    "The @" + BeanParam.class.getSimpleName() + " of " + owner + " has the type " + Named.type(type)
                            + ", which cannot be instantiated.",
                    origin,
                    "Make " + parameter.getType().getSimpleName()
                            + " a record, or give it a public constructor, fields or setters, with parameters such as"
                            + " @QueryParam whose types can be converted from a string.");
        } else {
            add(
                    "A parameter of " + owner + " has the type " + Named.type(type) + ", which cannot be instantiated.",
                    origin,
                    "Annotate it, for example with @QueryParam or @Context.");
        }
    }

    private void add(final String what, final String origin, final String remedy) {
        problems.accept(StartProblem.of(what).from(origin).remedy(remedy));
    }
}
