package org.jzenith.rest.internal.check;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Response;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jspecify.annotations.Nullable;

/** Finds classes and methods that look like resources but are not mapped. */
final class ClassCheck {

    private final Findings findings;

    /** The name bindings of each provider that has some. */
    private final Map<Class<?>, Set<String>> bound = new LinkedHashMap<>();

    ClassCheck(final ResteasyProviderFactory factory, final Findings findings) {
        this.findings = findings;
        final Application application = ResteasyContext.getContextData(Application.class);
        final Set<String> everywhere = application == null ? Set.of() : bindings(application.getClass());
        final List<Class<?>> providers = new ArrayList<>(factory.getClasses());
        for (final Object instance : factory.getInstances()) {
            providers.add(instance.getClass());
        }
        providers.sort(Comparator.comparing(Class::getName));
        for (final Class<?> provider : providers) {
            final Set<String> needed = bindings(provider);
            needed.removeAll(everywhere);
            if (!needed.isEmpty()) {
                bound.put(provider, needed);
            }
        }
    }

    /** A root resource. Jakarta REST, section 3.3.1, asks for a warning about methods that are not public. */
    void lookAt(final ResourceClass resource) {
        final Class<?> type = resource.getClazz();
        for (Class<?> declaring = type;
                declaring != null && declaring != Object.class;
                declaring = declaring.getSuperclass()) {
            for (final Method method : declaring.getDeclaredMethods()) {
                final String annotation = httpMethod(method);
                if (annotation != null && !Modifier.isPublic(method.getModifiers()) && !isPublicIn(type, method)) {
                    findings.warning(
                            type.getName(),
                            "The method " + Named.method(method) + " has @" + annotation
                                    + " but is not public, so it handles no request.",
                            "Make the method public, or remove the annotation.");
                }
            }
        }
        if (ParameterCheck.all(resource).isEmpty()) {
            findings.mistake(
                    type.getName(),
                    "The class " + type.getName() + " has @Path but no resource method, so it handles no request.",
                    javaxAnnotation(type) == null
                            ? "Annotate a public method with @GET, @POST or another HTTP method."
                            : "The annotations of its methods come from javax.ws.rs. Import jakarta.ws.rs instead.");
        }
    }

    /** A method with {@code @Path} and without an HTTP method. One that returns a response may do so by an exception. */
    void lookAt(final ResourceLocator locator) {
        final Class<?> declared = ResourceCheck.located(locator.getMethod());
        if (isNeverResource(declared)) {
            findings.add(
                    declared != Response.class,
                    locator,
                    "The method " + Named.method(locator.getMethod())
                            + " has @Path but no HTTP method, so it is a sub-resource locator. But its result, "
                            + Named.type(locator.getGenericReturnType()) + ", has no resource methods.",
                    "Annotate it with @GET, @POST or another HTTP method.");
        }
    }

    /**
     * Warns of a locator that seems to be guarded. A name binding applies to the methods of the class that has it, not to those
     * of the sub-resource.
     *
     * @param located the class that the locator declares; null if that is not a class with methods
     */
    void lookAtBindings(final ResourceLocator locator, final @Nullable ResourceClass located) {
        final Class<?> type = locator.getResourceClass().getClazz();
        final Set<String> given = bindings(type, locator.getMethod());
        bound.forEach((provider, needed) -> {
            final Set<String> missing = located == null ? needed : missing(located, needed);
            if (given.containsAll(needed) && !missing.isEmpty()) {
                final String names = String.join(" and ", missing);
                findings.warning(
                        type.getName(),
                        "The provider " + provider.getName() + " and the sub-resource locator "
                                + Named.method(locator.getMethod()) + " are both bound to "
                                + String.join(" and ", needed)
                                + ". A name binding applies only to the class that has it, so the "
                                + "provider does not run for "
                                + (located == null
                                        ? "the methods of the locator's result."
                                        : "methods of " + located.getClazz().getName() + " that lack "
                                                + String.join(" or ", missing) + "."),
                        located == null
                                ? "Annotate the class that the locator returns with " + names
                                        + ", and declare this class as the return type."
                                : "Annotate " + located.getClazz().getSimpleName() + " or each of its methods with "
                                        + names + ", too.");
            }
        });
    }

    private static Set<String> missing(final ResourceClass located, final Set<String> needed) {
        final Set<String> missing = new TreeSet<>();
        for (final ResourceLocator method : ParameterCheck.all(located)) {
            final Set<String> of = new TreeSet<>(needed);
            of.removeAll(bindings(located.getClazz(), method.getMethod()));
            missing.addAll(of);
        }
        return missing;
    }

    private static Set<String> bindings(final AnnotatedElement... elements) {
        final Set<String> bindings = new TreeSet<>();
        for (final AnnotatedElement element : elements) {
            for (final Annotation annotation : element.getAnnotations()) {
                if (annotation.annotationType().isAnnotationPresent(NameBinding.class)) {
                    bindings.add("@" + annotation.annotationType().getSimpleName());
                }
            }
        }
        return bindings;
    }

    private static boolean isNeverResource(final Class<?> type) {
        return type.isPrimitive()
                || type.isArray()
                || type.isEnum()
                || (type != Object.class && type != Class.class && isOfLibrary(type.getName()));
    }

    private static boolean isOfLibrary(final String name) {
        return name.startsWith("java.")
                || name.startsWith("jakarta.ws.rs.")
                || name.startsWith("io.reactivex.")
                || name.startsWith("io.vertx.core.");
    }

    /** Returns the name in Java EE 8, such as {@code javax.ws.rs.Path}; null if there is none. */
    static @Nullable String javaxAnnotation(final Class<?> type) {
        return Stream.<AnnotatedElement>concat(Stream.of(type), Arrays.stream(type.getDeclaredMethods()))
                .flatMap(element -> Arrays.stream(element.getAnnotations()))
                .map(annotation -> annotation.annotationType().getName())
                .filter(name -> name.startsWith("javax.ws.rs."))
                .findFirst()
                .orElse(null);
    }

    /** Overridden by a public method of the resource, which then has the annotation, too. */
    private static boolean isPublicIn(final Class<?> type, final Method method) {
        return Arrays.stream(type.getMethods())
                .anyMatch(other -> other.getName().equals(method.getName())
                        && Arrays.equals(other.getParameterTypes(), method.getParameterTypes()));
    }

    private static @Nullable String httpMethod(final Method method) {
        for (final Annotation annotation : method.getDeclaredAnnotations()) {
            if (annotation.annotationType().isAnnotationPresent(HttpMethod.class)) {
                return annotation.annotationType().getSimpleName();
            }
        }
        return method.isAnnotationPresent(Path.class) ? "Path" : null;
    }
}
