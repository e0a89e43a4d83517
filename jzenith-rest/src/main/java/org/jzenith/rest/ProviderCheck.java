package org.jzenith.rest;

import com.google.inject.Injector;
import com.google.inject.Key;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.internal.deployment.Deployment;

/** Finds provider classes that implement no contract or cannot be instantiated. */
final class ProviderCheck {

    private static final String ORIGIN = "withProviders(..)";

    private ProviderCheck() {}

    /** Checks a class or an object that is registered as a provider. */
    static void check(final Object provider, final Injector injector, final List<StartProblem> problems) {
        final Class<?> type = provider instanceof final Class<?> known ? known : provider.getClass();
        if (!isProvider(type)) {
            problems.add(StartProblem.of("The class " + type.getName()
                            + " is registered as a provider but implements no Jakarta REST "
                            + "interface, so it is never called.")
                    .from(ORIGIN)
                    .remedy(
                            Deployment.isRootResource(type)
                                    ? "The class has @Path: pass it to withResources(..)."
                                    : "Implement an interface such as ContainerRequestFilter, "
                                            + "ExceptionMapper or MessageBodyWriter. If Guice only injects "
                                            + "the class, bind it in a module, and pass the module to "
                                            + "withModules(..)."));
        } else if (provider instanceof Class<?>) {
            checkMade(type, ORIGIN, injector, problems);
        }
    }

    /** Returns true if the type implements a contract of Jakarta REST or RESTEasy. */
    static boolean isProvider(final Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (final Class<?> implemented : each.getInterfaces()) {
                if (isContract(implemented) || isProvider(implemented)) {
                    return true;
                }
            }
        }
        return isContract(type);
    }

    private static boolean isContract(final Class<?> type) {
        return type.getName().startsWith("jakarta.ws.rs.") || type.getName().startsWith("org.jboss.resteasy.");
    }

    /** Finds an interface or abstract class without a binding. */
    static void checkMade(
            final Class<?> type, final String origin, final Injector injector, final List<StartProblem> problems) {
        if ((type.isInterface() || Modifier.isAbstract(type.getModifiers()))
                && injector.getExistingBinding(Key.get(type)) == null) {
            problems.add(StartProblem.of((type.isInterface() ? "The interface " : "The abstract class ")
                            + type.getName() + " cannot be instantiated, and no module binds it.")
                    .from(origin)
                    .remedy("Pass an implementation instead, or bind one in a module that you pass to "
                            + "withModules(..): bind(" + type.getSimpleName() + ".class).to(..)."));
        }
    }
}
