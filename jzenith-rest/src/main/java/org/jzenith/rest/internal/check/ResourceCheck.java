package org.jzenith.rest.internal.check;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceBuilder;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMounts;
import org.jzenith.rest.internal.route.MethodTable;
import org.jzenith.rest.pipeline.MethodRoute;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the mistakes in the resources of one application, so that all of them are reported together. For the thread
 * that starts the application.
 */
public final class ResourceCheck {

    private static final Logger LOGGER = LoggerFactory.getLogger(ResourceCheck.class);

    private final List<StartProblem> problems = new ArrayList<>();
    private final Set<Class<?>> subResources = new HashSet<>();
    private final Findings findings;
    private final List<FeatureCheck> features;
    private final PathCheck paths;
    private final ResourceBuilder metadata;
    private final ClassCheck classes;
    private final MediaTypeCheck mediaTypes;
    private final ResultTypeCheck results;
    private final ParameterCheck parameters;
    private final JsonTypeCheck json;
    private final WriterCheck writers;
    private final BodyTypeCheck bodies;
    private final UnpreparedCheck unprepared;

    /**
     * Creates a check without problems.
     *
     * @param metadata reads the annotations of resources
     * @param factory creates parameter injectors
     * @param providers the application's providers
     * @param features the checks of features
     * @param failsOnWarnings true if warnings fail startup
     */
    public ResourceCheck(
            final ResourceBuilder metadata,
            final ResteasyProviderFactory factory,
            final ApplicationProviders providers,
            final List<FeatureCheck> features,
            final boolean failsOnWarnings) {
        this.metadata = metadata;
        this.features = features;
        this.findings = new Findings(problems::add, warnings(failsOnWarnings, problems::add));
        this.paths = new PathCheck(findings);
        this.mediaTypes = new MediaTypeCheck(findings);
        this.classes = new ClassCheck(factory, findings);
        this.unprepared = new UnpreparedCheck(factory, findings);
        this.results = new ResultTypeCheck(providers.handlesResult(), providers.awaited());
        this.parameters = new ParameterCheck(providers, findings);
        this.writers = new WriterCheck(factory, providers, features, findings);
        this.bodies = new BodyTypeCheck(providers, findings);
        this.json = new JsonTypeCheck(providers, findings);
    }

    /**
     * Logs what Jakarta REST allows but is hardly meant, or reports it as a mistake.
     *
     * @param failsStart the value of {@code rest.fail-on-warnings}
     * @param problems takes the mistakes, with a sentence that names the setting
     * @return takes the warnings
     */
    public static Consumer<StartProblem> warnings(final boolean failsStart, final Consumer<StartProblem> problems) {
        if (!failsStart) {
            return problem -> LOGGER.warn("{}", problem.toString().replace('\n', ' '));
        }
        final String reason = "This warning fails startup because rest.fail-on-warnings is set.";
        return problem ->
                problems.accept(problem.remedy(problem.remedy() == null ? reason : problem.remedy() + " " + reason));
    }

    /**
     * Looks for methods that no request finds, because another handler of the listener has a longer path.
     *
     * @param mounts the mounts of the listener
     * @param basePath the base path of all resources
     * @param templates the path of each method and locator of a root resource, with that of its class
     * @return a problem for each class that has such a method
     */
    public static List<StartProblem> hidden(
            final HttpMounts mounts, final String basePath, final Map<ResourceLocator, String> templates) {
        return HiddenPathCheck.problems(mounts, basePath, templates);
    }

    /**
     * Looks for routes of mounts that no request reaches, because a resource method matches all their paths.
     *
     * @param mounts the mounts of the listener
     * @param basePath the base path of all resources
     * @param methods the resource methods of the listener, with their whole paths
     * @return a problem for each such route
     */
    public static List<StartProblem> unreached(
            final HttpMounts mounts, final String basePath, final List<MethodRoute> methods) {
        return MountedRouteCheck.problems(mounts, basePath, methods);
    }

    /**
     * Returns true if a class was written for Java EE, whose annotations have no effect here.
     *
     * @param type a class
     * @return true if it or one of its methods has an annotation of {@code javax.ws.rs}
     */
    public static boolean hasJavaxAnnotations(final Class<?> type) {
        return ClassCheck.javaxAnnotation(type) != null;
    }

    /**
     * Reads and checks the annotations of a root resource.
     *
     * @param type a class with {@code @Path}
     * @param reader reads the annotations
     * @return the reader's result; null if a mistake prevents reading
     */
    public @Nullable ResourceClass read(final Class<?> type, final Function<Class<?>, ResourceClass> reader) {
        final int before = problems.size();
        mediaTypes.lookAt(type);
        final ResourceClass resource;
        try {
            resource = reader.apply(type);
        } catch (final RuntimeException e) {
            if (problems.size() == before) {
                problems.add(
                        StartProblem.of("The annotations of " + type.getName() + " cannot be read: " + e.getMessage())
                                .from(type.getName())
                                .remedy("Correct the annotation.")
                                .causedBy(e));
            }
            return null;
        }
        if (paths.areWrong(resource)) {
            return null;
        }
        classes.lookAt(resource);
        parameters.lookAt(resource);
        lookAtMethods(resource, true);
        return resource;
    }

    private void lookAtMethods(final ResourceClass resource, final boolean isRoot) {
        for (final ResourceMethod method : resource.getResourceMethods()) {
            final StartProblem problem = results.of(method);
            if (problem == null) {
                json.lookAt(method);
                writers.lookAt(method);
                bodies.lookAt(method);
            } else {
                problems.add(problem);
            }
            parameters.lookAt(method, isRoot);
        }
        features.forEach(feature -> feature.warnings(resource).forEach(findings.warnings()));
        for (final ResourceLocator locator : resource.getResourceLocators()) {
            classes.lookAt(locator);
            parameters.lookAt(locator, isRoot);
            final Class<?> declared = located(locator.getMethod());
            final ResourceClass located = subResource(declared);
            classes.lookAtBindings(locator, located);
            if (subResources.add(declared) && located != null) {
                lookAtMethods(located, false);
            }
        }
    }

    /**
     * Returns the class of the sub-resources of a locator.
     *
     * @param locator returns an object, or the class of which jZenith creates one
     * @return the declared class; {@code Object} or {@code Class} if the locator does not say
     */
    public static Class<?> located(final Method locator) {
        if (locator.getGenericReturnType() instanceof final ParameterizedType given
                && given.getRawType() == Class.class) {
            final Type argument = given.getActualTypeArguments()[0];
            final Type bound =
                    argument instanceof final WildcardType wildcard ? wildcard.getUpperBounds()[0] : argument;
            return bound instanceof final Class<?> known && known != Object.class ? known : Class.class;
        }
        return locator.getReturnType();
    }

    /** Returns the class that a locator declares; null if it is known only when the sub-resource is located. */
    private @Nullable ResourceClass subResource(final Class<?> declared) {
        if (declared == Object.class || declared == Class.class) {
            return null;
        }
        try {
            return metadata.getLocatorFromAnnotations(declared);
        } catch (final RuntimeException e) {
            return null;
        }
    }

    /**
     * Looks for methods of which either could handle the same request.
     *
     * @param methods the methods of all root resources
     * @param known the method behind a target
     * @param <T> the type of targets
     */
    public <T> void compare(final List<MethodTable.Entry<T>> methods, final Function<T, ResourceLocator> known) {
        for (final MethodTable.Conflict<T> conflict : MethodTable.conflicts(methods)) {
            final List<ResourceLocator> pair =
                    new ArrayList<>(List.of(known.apply(conflict.first()), known.apply(conflict.second())));
            if (pair.get(0).getResourceClass() == pair.get(1).getResourceClass()) {
                pair.sort(Comparator.comparing(method -> Named.method(method.getMethod())));
            }
            final ResourceLocator first = pair.get(0);
            final ResourceLocator second = pair.get(1);
            final Class<?> type = first.getResourceClass().getClazz();
            final Class<?> other = second.getResourceClass().getClazz();
            if (type == other && first.getMethod().equals(second.getMethod())) {
                findings.mistake(
                        type.getName(),
                        "The resource " + type.getName() + " is registered twice.",
                        "Register it once, with withResources(..) or in the Application.");
                continue;
            }
            findings.mistake(
                    type == other ? type.getName() : type.getName() + " and " + other.getName(),
                    "Two methods handle the same requests, " + conflict.request() + ": "
                            + Named.method(first.getMethod()) + " and " + Named.method(second.getMethod()) + ".",
                    other.getName().startsWith("org.jzenith.rest.internal.deployment.HealthResource")
                                    || type.getName().startsWith("org.jzenith.rest.internal.deployment.HealthResource")
                            ? "Set rest.health.enabled=false, or change the path of your method."
                            : "Remove one, or give them different paths, HTTP methods, @Consumes or @Produces.");
        }
    }

    /**
     * Looks for methods that no request reaches.
     *
     * @param found the methods that other classes or methods of the application hide
     * @param known the method behind a target
     * @param <T> the type of targets
     */
    public <T> void addHidden(final List<MethodTable.Hidden<T>> found, final Function<T, ResourceLocator> known) {
        for (final MethodTable.Hidden<T> hidden : found) {
            final ResourceLocator method = known.apply(hidden.target());
            final ResourceLocator taking = known.apply(hidden.taking());
            final String other = taking.getResourceClass().getClazz().getName();
            findings.warning(
                    method,
                    "The method " + Named.method(method.getMethod()) + " handles no request: those for "
                            + hidden.template() + " go to "
                            + (hidden.byClass()
                                    ? "the class " + other
                                            + ", whose @Path is a better match but which has no method for them."
                                    : "the method " + Named.method(taking.getMethod()) + ", whose @Path is a better "
                                            + "match."),
                    hidden.byClass()
                            ? "Move the method to " + other + ", or change one of the paths."
                            : "Change one of the paths.");
        }
    }

    /**
     * Explains why a method cannot be prepared.
     *
     * @param method a resource method or locator
     * @param failure the exception
     */
    public void addUnprepared(final ResourceLocator method, final RuntimeException failure) {
        unprepared.explain(method, failure);
    }

    /**
     * Explains why the fields and setters of a resource cannot be prepared.
     *
     * @param resource a root resource
     * @param failure the exception
     */
    public void addUnprepared(final ResourceClass resource, final RuntimeException failure) {
        unprepared.explain(resource, failure);
    }

    /**
     * Adds what others have found.
     *
     * @param found has at least one problem
     */
    public void add(final StartException found) {
        problems.addAll(found.problems());
    }

    /**
     * Runs a part of the start and collects the problems that it throws.
     *
     * @param part throws a {@code StartException} for problems; other exceptions are passed on
     * @param <T> the type of the result
     * @return the part's result; null if it has problems
     */
    public <T> @Nullable T collect(final Supplier<? extends @Nullable T> part) {
        return StartException.collect(problems, part);
    }

    /**
     * Ends the start if there is a mistake.
     *
     * @throws StartException with all mistakes
     */
    public void report() {
        parameters.addMissingPathParameters(subResources);
        if (!problems.isEmpty()) {
            throw new StartException(inOrder());
        }
    }

    /** Methods come in no order that stays the same, and several may have the same mistake. */
    private List<StartProblem> inOrder() {
        final Map<String, List<StartProblem>> byOrigin = new LinkedHashMap<>();
        for (final StartProblem problem : problems) {
            final List<StartProblem> same =
                    byOrigin.computeIfAbsent(String.valueOf(problem.origin()), missing -> new ArrayList<>());
            if (same.stream().noneMatch(other -> other.what().equals(problem.what()))) {
                same.add(problem);
            }
        }
        return byOrigin.values().stream()
                .flatMap(same -> same.stream().sorted(Comparator.comparing(StartProblem::what)))
                .toList();
    }
}
