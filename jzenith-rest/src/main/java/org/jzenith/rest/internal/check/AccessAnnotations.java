package org.jzenith.rest.internal.check;

import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jzenith.core.context.AccessRule;

/**
 * Finds {@code @RolesAllowed}, {@code @DenyAll}, {@code @PermitAll} and annotations with {@link AccessRule} on resource methods: on
 * the method, on what it overrides or implements, on the class and on what that extends or implements. Sub-resources are found by the
 * types that their locators declare.
 */
public final class AccessAnnotations {

    private static final Set<Class<? extends Annotation>> STANDARD =
            Set.of(RolesAllowed.class, DenyAll.class, PermitAll.class);

    private final Set<Class<? extends Annotation>> enforced;
    private final Set<Class<?>> seen = new LinkedHashSet<>();
    private final Set<String> all = new TreeSet<>();
    private final Set<String> unusual = new TreeSet<>();

    /**
     * Has seen no class yet.
     *
     * @param enforced the annotations that a plugin enforces, which are left out
     */
    public AccessAnnotations(final Set<Class<? extends Annotation>> enforced) {
        this.enforced = enforced;
    }

    /**
     * Looks at a resource class and at the sub-resources behind it.
     *
     * @param type a resource class
     */
    public void lookAt(final Class<?> type) {
        if (!seen.add(type)) {
            return;
        }
        final List<Class<?>> family = family(type);
        final List<Method> declared = family.stream()
                .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                .toList();
        for (final Method method : type.getMethods()) {
            final List<Method> declarations = declared.stream()
                    .filter(other -> other.getName().equals(method.getName())
                            && Arrays.equals(other.getParameterTypes(), method.getParameterTypes()))
                    .toList();
            final boolean isResourceMethod = declarations.stream().anyMatch(AccessAnnotations::isResourceMethod);
            if (isResourceMethod) {
                note(type, method, declarations, family, false);
            } else if (declarations.stream().anyMatch(each -> each.isAnnotationPresent(Path.class))) {
                note(type, method, declarations, family, true);
                subResources(method.getGenericReturnType());
            }
        }
    }

    /**
     * Returns true if it has looked at a class.
     *
     * @param type a class
     * @return true also if the class was found behind a locator
     */
    public boolean hasSeen(final Class<?> type) {
        return seen.contains(type);
    }

    /**
     * Returns the annotations found.
     *
     * @return each as {@code @RolesAllowed on Orders.all}, in alphabetical order
     */
    public Set<String> all() {
        return all;
    }

    /**
     * Returns the annotations that are not on the resource method itself or on its own class, where RESTEasy looks for them.
     *
     * @return the same as {@link #all}
     */
    public Set<String> unusual() {
        return unusual;
    }

    /** Records a method's access annotations; they override those of its class. */
    private void note(
            final Class<?> type,
            final Method method,
            final List<Method> declarations,
            final List<Class<?>> family,
            final boolean isLocator) {
        final List<Class<? extends Annotation>> ofMethod = on(declarations);
        final List<Class<? extends Annotation>> found = ofMethod.isEmpty() ? on(family) : ofMethod;
        final AnnotatedElement seenByResteasy = ofMethod.isEmpty() ? type : method;
        for (final Class<? extends Annotation> annotation : found) {
            if (!enforced.contains(annotation)) {
                final String name = "@" + annotation.getSimpleName() + " on " + type.getName() + "." + method.getName();
                all.add(name);
                if (isLocator || !STANDARD.contains(annotation) || !seenByResteasy.isAnnotationPresent(annotation)) {
                    unusual.add(name);
                }
            }
        }
    }

    static List<Class<? extends Annotation>> on(final List<? extends AnnotatedElement> elements) {
        final Set<Class<? extends Annotation>> found = new LinkedHashSet<>();
        for (final AnnotatedElement element : elements) {
            for (final Annotation annotation : element.getAnnotations()) {
                final Class<? extends Annotation> type = annotation.annotationType();
                if (STANDARD.contains(type) || type.isAnnotationPresent(AccessRule.class)) {
                    found.add(type);
                }
            }
        }
        return List.copyOf(found);
    }

    /**
     * The sub-resource classes that the declaration of a locator names: also {@code Class<Sub>} and {@code
     * Single<Sub>}.
     */
    private void subResources(final Type type) {
        if (type instanceof ParameterizedType generic) {
            subResources(generic.getRawType());
            Arrays.stream(generic.getActualTypeArguments()).forEach(this::subResources);
        } else if (type instanceof WildcardType wildcard) {
            Arrays.stream(wildcard.getUpperBounds()).forEach(this::subResources);
        } else if (type instanceof Class<?> known) {
            lookAt(known);
        }
    }

    static boolean isResourceMethod(final Method method) {
        return Arrays.stream(method.getAnnotations())
                .anyMatch(annotation -> annotation.annotationType().isAnnotationPresent(HttpMethod.class));
    }

    /** The class itself, and all that it extends and implements. */
    static List<Class<?>> family(final Class<?> type) {
        final Set<Class<?>> family = new LinkedHashSet<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            addWithInterfaces(each, family);
        }
        return List.copyOf(family);
    }

    private static void addWithInterfaces(final Class<?> type, final Set<Class<?>> family) {
        if (family.add(type)) {
            for (final Class<?> each : type.getInterfaces()) {
                addWithInterfaces(each, family);
            }
        }
    }
}
