package org.jzenith.rest;

import com.google.inject.Injector;
import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Feature;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.internal.check.AccessAnnotations;
import org.jzenith.rest.internal.check.ResourceCheck;
import org.jzenith.rest.internal.deployment.Components;
import org.jzenith.rest.internal.deployment.Deployment;
import org.jzenith.rest.internal.json.JsonEntities;

/** Finds mistakes in resources at startup that would otherwise show only at the first request. */
final class ComponentsCheck {

    private static final String ENFORCES_ACCESS = "rest.application-enforces-access-annotations";

    private ComponentsCheck() {}

    /**
     * Checks the components as far as possible without RESTEasy.
     *
     * @param injector the injector with the application's bindings
     * @param problems receives the mistakes
     * @return a check for the class of a sub-resource that is known only when a request is handled
     */
    static Consumer<Class<?>> check(
            final Components components,
            final boolean enforcesAccess,
            final Injector injector,
            final List<StartProblem> problems) {
        final Set<Class<? extends Annotation>> enforced = new HashSet<>();
        components.steps().forEach(provider -> enforced.addAll(provider.enforcedAnnotations()));
        final AccessAnnotations access = new AccessAnnotations(enforced);
        final Class<?> application = components.application().getClass();
        if (application != Application.class
                && components.resources().isEmpty()
                && components.instances().isEmpty()) {
            problems.add(StartProblem.of("The application " + application.getName()
                            + " has no resources. jZenith does not scan for resource classes.")
                    .from(application.getName())
                    .remedy("Return the resource classes from getClasses(), or pass them to withResources(..)."));
        }
        final List<Class<?>> types = new ArrayList<>(components.resources());
        components.instances().forEach(each -> types.add(each.getClass()));
        for (final Class<?> type : types) {
            check(type, injector, problems);
            access.lookAt(type);
        }
        components.providers().forEach(provider -> ProviderCheck.check(provider, injector, problems));
        checkAccess(components, access, enforcesAccess, problems);
        final boolean byApplication = enforcesAccess && mayEnforceAccess(components);
        return type -> {
            if (!byApplication && !access.hasSeen(type)) {
                checkSubResource(type, enforced, components.usesRoles());
            }
        };
    }

    private static void check(final Class<?> type, final Injector injector, final List<StartProblem> problems) {
        if (!Deployment.isRootResource(type)) {
            problems.add(
                    StartProblem.of("The class " + type.getName() + " is registered as a resource but has no @Path.")
                            .from("withResources(..)")
                            .remedy(
                                    ProviderCheck.isProvider(type)
                                            ? "Pass it to withProviders(..)."
                                            : ResourceCheck.hasJavaxAnnotations(type)
                                                    ? "Its annotations come from javax.ws.rs. Import jakarta.ws.rs "
                                                            + "instead."
                                                    : "Annotate the class with @Path."));
            return;
        }
        ProviderCheck.checkMade(type, "withResources(..)", injector, problems);
        for (final Method method : type.getMethods()) {
            if (isResourceMethod(method)) {
                checkBody(method, type, problems);
            }
        }
    }

    /** Checks {@code Flowable} parameters: jZenith must be able to read the elements, and cannot read the body again as a form. */
    private static void checkBody(final Method method, final Class<?> type, final List<StartProblem> problems) {
        final String name = type.getName() + "." + method.getName();
        final List<Parameter> parameters = List.of(method.getParameters());
        for (final Parameter parameter : parameters) {
            if (parameter.getType() == Flowable.class && !isRead(parameter.getParameterizedType())) {
                problems.add(StartProblem.of("The resource method " + name + " takes a "
                                + parameter.getParameterizedType().getTypeName() + ".")
                        .from(type.getName())
                        .remedy("Take the body as Flowable<Buffer>, as a Flowable of a class that is read "
                                + "from JSON, or as a type other than Flowable."));
            } else if (parameter.getType() == Flowable.class
                    && parameters.stream().anyMatch(other -> other.isAnnotationPresent(FormParam.class))) {
                problems.add(StartProblem.of("The resource method " + name + " takes the body both as a Flowable and "
                                + "as a form.")
                        .from(type.getName())
                        .remedy("Use either a Flowable or @FormParam."));
            }
        }
    }

    /** Returns true for a {@code Flowable} of bytes, of parts, or of values that are parsed from JSON. */
    private static boolean isRead(final Type type) {
        final Type element =
                type instanceof final ParameterizedType flowable ? flowable.getActualTypeArguments()[0] : null;
        final Type raw = element instanceof final ParameterizedType generic ? generic.getRawType() : element;
        return raw instanceof final Class<?> known
                && (known == Buffer.class || known == Part.class || JsonEntities.isParsed(known));
    }

    private static void checkAccess(
            final Components components,
            final AccessAnnotations access,
            final boolean enforcesAccess,
            final List<StartProblem> problems) {
        if (access.all().isEmpty()) {
            return;
        }
        if (enforcesAccess) {
            if (!mayEnforceAccess(components) && !components.usesRoles()) {
                problems.add(
                        StartProblem.of("The application declares that it enforces access annotations, but it has no "
                                        + "filter that could enforce them: "
                                        + String.join(", ", access.all()) + ".")
                                .from(ENFORCES_ACCESS)
                                .remedy("Pass a ContainerRequestFilter, DynamicFeature or Feature to "
                                        + "withProviders(..), or remove "
                                        + ENFORCES_ACCESS + "."));
            }
        } else if (components.usesRoles()) {
            if (!access.unusual().isEmpty()) {
                problems.add(StartProblem.of(
                                "RESTEasy's RoleBasedSecurityFeature does not see these access annotations, so "
                                        + "everyone can call the methods: " + String.join(", ", access.unusual())
                                        + ".")
                        .from("methods of super classes and interfaces, and sub-resource locators")
                        .remedy("Repeat the annotations on the resource methods themselves, or register a filter that"
                                + " enforces them and set " + ENFORCES_ACCESS + "=true."));
            }
        } else {
            problems.add(StartProblem.of("Nothing enforces these access annotations, so everyone can call the methods: "
                            + String.join(", ", access.all()) + ".")
                    .from("the resources of the plugin 'rest'")
                    .remedy(enforcer() + ", or remove the annotations."));
        }
    }

    private static String enforcer() {
        return MissingPlugins.advice(RolesAllowed.class.getName())
                + ", or register a filter that enforces them and set " + ENFORCES_ACCESS + "=true";
    }

    private static boolean mayEnforceAccess(final Components components) {
        return components.hasProvider(ContainerRequestFilter.class)
                || components.hasProvider(DynamicFeature.class)
                || components.hasProvider(Feature.class);
    }

    private static void checkSubResource(
            final Class<?> type, final Set<Class<? extends Annotation>> enforced, final boolean usesRoles) {
        final AccessAnnotations access = new AccessAnnotations(enforced);
        access.lookAt(type);
        final Set<String> ignored = usesRoles ? access.unusual() : access.all();
        if (!ignored.isEmpty()) {
            throw new IllegalStateException(
                    "Nothing enforces these access annotations of a sub-resource, so jZenith does not call its "
                            + "methods: " + String.join(", ", ignored)
                            + ". The locator's return type does not name the class of the sub-resource, so startup "
                            + "could not check them. "
                            + enforcer() + ", or remove the annotations.");
        }
    }

    private static boolean isResourceMethod(final Method method) {
        for (final Annotation annotation : method.getAnnotations()) {
            if (annotation.annotationType().isAnnotationPresent(HttpMethod.class)) {
                return true;
            }
        }
        return false;
    }
}
