package org.jzenith.rest.internal.construct;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ws.rs.WebApplicationException;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import org.jboss.resteasy.spi.ApplicationException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The methods of a class with {@code @PostConstruct} and {@code @PreDestroy}, those of super classes first. Immutable. */
public final class LifecycleMethods {

    private static final Logger LOGGER = LoggerFactory.getLogger(LifecycleMethods.class);

    private final List<Method> postConstruct;
    private final List<Method> preDestroy;

    private LifecycleMethods(final List<Method> postConstruct, final List<Method> preDestroy) {
        this.postConstruct = postConstruct;
        this.preDestroy = preDestroy;
    }

    /**
     * Reads the annotations of a class and its super classes.
     *
     * @param type the type of a resource or a provider
     * @return null if it has no such methods
     * @throws StartException if such a method is static, takes parameters or returns a value, or if a class has two
     */
    public static @Nullable LifecycleMethods of(final Class<?> type) {
        final List<StartProblem> problems = new ArrayList<>();
        final List<Method> postConstruct = find(type, PostConstruct.class, problems);
        final List<Method> preDestroy = find(type, PreDestroy.class, problems);
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
        return postConstruct.isEmpty() && preDestroy.isEmpty() ? null : new LifecycleMethods(postConstruct, preDestroy);
    }

    private static List<Method> find(
            final Class<?> type, final Class<? extends Annotation> annotation, final List<StartProblem> problems) {
        final List<Method> found = new ArrayList<>();
        final List<Method> ofSubclasses = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            final List<Method> all = List.of(each.getDeclaredMethods());
            final List<Method> annotated = new ArrayList<>();
            for (final Method method : all) {
                if (method.isAnnotationPresent(annotation) && !method.isSynthetic()) {
                    check(method, annotation, problems);
                    annotated.add(method);
                }
            }
            if (annotated.size() > 1) {
                problems.add(
                        StartProblem.of("The class " + each.getName() + " has " + annotated.size() + " methods with @"
                                        + annotation.getSimpleName() + ": "
                                        + annotated.stream()
                                                .map(Method::getName)
                                                .sorted()
                                                .collect(Collectors.joining(", "))
                                        + ".")
                                .from(type.getName())
                                .remedy("Annotate one of them, and let it call the others."));
            }
            for (final Method method : annotated) {
                if (ofSubclasses.stream().noneMatch(other -> overrides(other, method))) {
                    found.add(0, method);
                }
            }
            ofSubclasses.addAll(all);
        }
        return List.copyOf(found);
    }

    private static void check(
            final Method method, final Class<? extends Annotation> annotation, final List<StartProblem> problems) {
        final String mistake = Modifier.isStatic(method.getModifiers())
                ? "is static"
                : method.getParameterCount() > 0
                        ? "takes parameters"
                        : method.getReturnType() != void.class
                                ? "returns " + method.getReturnType().getSimpleName()
                                : null;
        if (mistake == null) {
            method.setAccessible(true);
        } else {
            problems.add(StartProblem.of("The method " + name(method) + " has @" + annotation.getSimpleName() + " and "
                            + mistake + ".")
                    .from(method.getDeclaringClass().getName())
                    .remedy("Make it an instance method without parameters that returns void, or remove @"
                            + annotation.getSimpleName() + "."));
        }
    }

    private static boolean overrides(final Method method, final Method inherited) {
        return method.getName().equals(inherited.getName())
                && method.getParameterCount() == 0
                && !Modifier.isPrivate(inherited.getModifiers())
                && (Modifier.isPublic(inherited.getModifiers())
                        || Modifier.isProtected(inherited.getModifiers())
                        || method.getDeclaringClass().getPackage()
                                == inherited.getDeclaringClass().getPackage());
    }

    private static String name(final Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(
                        ", ", method.getDeclaringClass().getName() + "." + method.getName() + "(", ")"));
    }

    /**
     * Calls the methods with {@code @PostConstruct} of an object that is created for a request. An exception of such a method
     * is passed on like that of a constructor.
     *
     * @param made its dependencies are injected
     */
    public void postConstruct(final Object made) {
        for (final Method method : postConstruct) {
            try {
                method.invoke(made);
            } catch (final InvocationTargetException e) {
                if (e.getCause() instanceof WebApplicationException exception) {
                    throw exception;
                }
                throw new ApplicationException(e.getCause());
            } catch (final IllegalAccessException e) {
                throw new IllegalStateException(name(method) + " cannot be called.", e);
            }
        }
    }

    /** Calls the methods with {@code @PostConstruct} of a singleton. */
    void start(final Object singleton) {
        for (final Method method : postConstruct) {
            try {
                method.invoke(singleton);
            } catch (final InvocationTargetException | IllegalAccessException e) {
                final Throwable cause = e.getCause() == null ? e : e.getCause();
                if (cause instanceof final StartException known) {
                    throw known;
                }
                throw new StartException(StartProblem.of("The method " + name(method)
                                + ", which has @PostConstruct, failed: " + Configuration.masked(cause.toString()))
                        .from(singleton.getClass().getName())
                        .remedy("Start with --debug to see the stack trace.")
                        .causedBy(cause));
            }
        }
    }

    /**
     * Calls the methods with {@code @PreDestroy}. Logs what they throw.
     *
     * @param made no longer used
     */
    public void preDestroy(final Object made) {
        for (final Method method : preDestroy) {
            try {
                method.invoke(made);
            } catch (final InvocationTargetException | IllegalAccessException e) {
                LOGGER.warn(
                        "The method {}, which has @PreDestroy, failed.",
                        name(method),
                        LogText.escape(e.getCause() == null ? e : e.getCause()));
            }
        }
    }

    /**
     * The singleton resources and providers with {@code @PostConstruct} or {@code @PreDestroy}, which run at start and at stop.
     * Safe for use by many threads.
     */
    public static final class Singletons {

        private final List<Singleton> all = new ArrayList<>();
        private final Deque<Singleton> started = new ArrayDeque<>();
        private boolean areStarted;

        /**
         * Adds an object unless it is already present. Starts it at once if the others are started.
         *
         * @param object an object of any class
         * @return true if its class has such methods
         * @throws StartException if a method of its class is not as Jakarta Annotations wants it
         */
        public synchronized boolean add(final Object object) {
            final @Nullable LifecycleMethods methods = LifecycleMethods.of(object.getClass());
            if (methods != null && all.stream().noneMatch(known -> known.object == object)) {
                final Singleton added = new Singleton(object, methods);
                if (areStarted) {
                    start(added);
                }
                all.add(added);
            }
            return methods != null;
        }

        /**
         * Calls the methods with {@code @PostConstruct}, in the order in which the objects were added. Blocks.
         *
         * @throws StartException for the first that fails
         */
        public synchronized void start() {
            all.forEach(this::start);
            areStarted = true;
        }

        private void start(final Singleton each) {
            each.methods.start(each.object);
            started.push(each);
        }

        /** Calls the methods with {@code @PreDestroy} of the objects that were started, the last one first. Blocks. */
        public synchronized void stop() {
            while (!started.isEmpty()) {
                final Singleton last = started.pop();
                last.methods.preDestroy(last.object);
            }
        }

        private record Singleton(Object object, LifecycleMethods methods) {}
    }
}
