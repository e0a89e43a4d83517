package org.jzenith.rest.internal.validation;

import com.google.common.base.Suppliers;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Provider;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import jakarta.validation.executable.ExecutableValidator;
import jakarta.validation.metadata.ConstructorDescriptor;
import jakarta.validation.metadata.MethodDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.validation.GeneralValidator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.start.ConstraintTypeCheck;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.error.Violation;
import org.jzenith.rest.internal.json.JsonEntities;
import org.jzenith.rest.internal.step.ResultCheck;
import org.jzenith.rest.response.TypedResponse;

/** Validates for RESTEasy: tells at start which methods have constraints, and checks each call of these. */
final class ResourceValidator implements GeneralValidator {

    private static final String UNCHECKED_RESULT =
            "Put constraints on values, or on the elements of a Single, Maybe, CompletionStage, Optional or "
                    + "collection. jZenith does not check the elements of a returned Flowable or Observable.";

    private final Supplier<Validator> validator;
    private final Supplier<ExecutableValidator> executables;
    private final Predicate<Class<?>> mayHaveConstraints;
    private final ConcurrentMap<Method, Known<MethodRules>> rules = new ConcurrentHashMap<>();
    private final ConcurrentMap<Class<?>, Known<BeanRules>> beanRules = new ConcurrentHashMap<>();

    private final Predicate<Class<?>> isUnwrapped;

    /** The violations of the current request's resource. */
    private record OfResource(List<Violation> violations) {}

    /** An argument of a call whose value comes later. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record AsynchronousArgument(
            Object resource, Method method, Object[] all, MethodRules.AsynchronousParameter rules) {

        Object container() {
            return all[rules.index()];
        }

        void replace(final Object container) {
            all[rules.index()] = container;
        }

        Object[] allWith(final Object container) {
            final Object[] changed = all.clone();
            changed[rules.index()] = container;
            return changed;
        }
    }

    /** The constraint metadata of a class or method, and the problems with it. */
    private record Known<T>(T rules, List<StartProblem> problems) {

        /** Fails in the same way each time: at start, and for each request for a sub-resource. */
        T checked() {
            if (!problems.isEmpty()) {
                throw new StartException(problems);
            }
            return rules;
        }
    }

    /**
     * @param source provides the validator on first use
     * @param mayHaveConstraints false for classes that plainly have none and need no validator
     * @param isUnwrapped true if constraints on a type may check its content
     */
    ResourceValidator(
            final Provider<Validator> source,
            final Predicate<Class<?>> mayHaveConstraints,
            final Predicate<Class<?>> isUnwrapped) {
        this.validator = Suppliers.memoize(source::get);
        this.executables = Suppliers.memoize(() -> validator.get().forExecutables());
        this.mayHaveConstraints = mayHaveConstraints;
        this.isUnwrapped = isUnwrapped;
    }

    @Override
    public boolean isValidatable(final Class<?> type) {
        return mayHaveConstraints.test(type)
                && beanRules.computeIfAbsent(type, this::ofBean).checked().any();
    }

    private Known<BeanRules> ofBean(final Class<?> type) {
        final BeanRules known = BeanRules.of(type, validator.get().getConstraintsForClass(type));
        return new Known<>(
                known,
                ConstraintTypeCheck.ofBean(
                        validator.get(),
                        isUnwrapped,
                        type,
                        name -> known.whole() || known.properties().contains(name)));
    }

    @Override
    public boolean isMethodValidatable(final Method method) {
        return mayHaveConstraints.test(method.getDeclaringClass())
                && rules.computeIfAbsent(method, this::ofMethod).checked().any();
    }

    private Known<MethodRules> ofMethod(final Method method) {
        if (!ExecutableSelection.includes(method)) {
            return new Known<>(MethodRules.NONE, List.of());
        }
        final MethodDescriptor descriptor = validator
                .get()
                .getConstraintsForClass(method.getDeclaringClass())
                .getConstraintsForMethod(method.getName(), method.getParameterTypes());
        if (descriptor == null) {
            return new Known<>(MethodRules.NONE, List.of());
        }
        if (Flowable.class.isAssignableFrom(method.getReturnType())
                && !descriptor
                        .getReturnValueDescriptor()
                        .getConstrainedContainerElementTypes()
                        .isEmpty()) {
            throw new StartException(StartProblem.of("The elements of the Flowable that "
                            + method.getDeclaringClass().getName() + "." + method.getName()
                            + "() returns have constraints, but nothing checks them.")
                    .from(method.getDeclaringClass().getName())
                    .remedy(UNCHECKED_RESULT));
        }
        final MethodRules known = MethodRules.of(method, descriptor);
        return new Known<>(
                known,
                known.any()
                        ? ConstraintTypeCheck.ofMethod(validator.get(), isUnwrapped, method, descriptor)
                        : List.of());
    }

    List<StartProblem> unchecked(final ResourceClass resource) {
        return UncheckedConstraints.problems(validator, mayHaveConstraints, resource);
    }

    /** Throws if what a constructor gets breaks its constraints; null if it has none. */
    @Nullable
    Consumer<@Nullable Object[]> constructorCheck(final Constructor<?> constructor) {
        if (!mayHaveConstraints.test(constructor.getDeclaringClass()) || !ExecutableSelection.includes(constructor)) {
            return null;
        }
        final ConstructorDescriptor descriptor = validator
                .get()
                .getConstraintsForClass(constructor.getDeclaringClass())
                .getConstraintsForConstructor(constructor.getParameterTypes());
        if (descriptor == null || !descriptor.hasConstrainedParameters()) {
            return null;
        }
        final List<ParameterLocation> locations = Arrays.stream(constructor.getParameters())
                .map(parameter ->
                        ParameterLocation.of(parameter.getAnnotations(), parameter.getName(), parameter.getType()))
                .toList();
        return values -> {
            final List<Violation> found = new ArrayList<>();
            for (final ConstraintViolation<?> each :
                    executables.get().validateConstructorParameters(constructor, values)) {
                found.add(new Violation(
                        ViolationPath.inParameters(each.getPropertyPath(), locations), each.getMessage()));
            }
            refuse(found);
        };
    }

    /** Violations of the resource are kept, and reported together with those of the parameters. */
    @Override
    public void validate(final @Nullable HttpRequest request, final Object resource, final Class<?>... groups) {
        final Known<BeanRules> known = beanRules.get(resource.getClass());
        final Set<ConstraintViolation<Object>> violations = known == null
                ? validator.get().validate(resource, groups)
                : known.rules().validate(validator.get(), resource, groups);
        if (violations.isEmpty()) {
            return;
        }
        final List<Violation> found = new ArrayList<>();
        for (final ConstraintViolation<?> each : violations) {
            found.add(new Violation(
                    ViolationPath.inBean(each.getPropertyPath(), resource.getClass()), each.getMessage()));
        }
        ResteasyContext.pushContext(OfResource.class, new OfResource(found));
    }

    @Override
    public void checkViolations(final @Nullable HttpRequest request) {
        refuse(ofResource());
    }

    @Override
    public void validateAllParameters(
            final @Nullable HttpRequest request,
            final Object resource,
            final Method method,
            final Object @Nullable [] arguments,
            final Class<?>... groups) {
        final MethodRules known = rules(method);
        final List<Violation> ofResource = ofResource();
        final Set<ConstraintViolation<Object>> violations = known.parameters() && arguments != null
                ? ofArguments(known, resource, method, arguments, groups)
                : Set.of();
        if (!ofResource.isEmpty() || !violations.isEmpty()) {
            throw Errors.invalid(all(ofResource, violations, known, arguments));
        }
        if (arguments != null) {
            for (final MethodRules.AsynchronousParameter asynchronous : known.asynchronous()) {
                checkWhenResolved(new AsynchronousArgument(resource, method, arguments, asynchronous));
            }
        }
    }

    /** A bean takes Hibernate Validator 0.7 microseconds, and 1.2 as a parameter. */
    private Set<ConstraintViolation<Object>> ofArguments(
            final MethodRules known,
            final Object resource,
            final Method method,
            final Object[] arguments,
            final Class<?>... groups) {
        if (known.bean() == MethodRules.NO_BEAN) {
            return executables.get().validateParameters(resource, method, arguments, groups);
        }
        final Object bean = arguments[known.bean()];
        return bean == null ? Set.of() : validator.get().validate(bean, groups);
    }

    private static List<Violation> all(
            final List<Violation> ofResource,
            final Set<ConstraintViolation<Object>> ofArguments,
            final MethodRules known,
            final @Nullable Object @Nullable [] arguments) {
        final List<Violation> found = new ArrayList<>(ofResource);
        for (final ConstraintViolation<?> each : ofArguments) {
            found.add(new Violation(
                    known.path(each.getPropertyPath()),
                    each.getMessage(),
                    arguments == null ? 0 : line(each.getPropertyPath(), arguments)));
        }
        return found;
    }

    /** The method gets a container that fails if the emitted value is invalid. */
    private void checkWhenResolved(final AsynchronousArgument argument) {
        final Object container = argument.container();
        if (container instanceof Single<?> single) {
            argument.replace(single.doOnSuccess(value -> checkArgument(argument, single, value)));
        } else if (container instanceof Maybe<?> maybe) {
            argument.replace(maybe.doOnSuccess(value -> checkArgument(argument, maybe, value)));
        } else if (container instanceof Flowable<?> flowable) {
            argument.replace(Flowable.defer(() -> {
                final AtomicLong index = new AtomicLong();
                return flowable.doOnNext(value -> checkElement(argument, flowable, index.getAndIncrement(), value));
            }));
        }
    }

    private void checkArgument(final AsynchronousArgument argument, final Object container, final Object value) {
        final List<Violation> found = new ArrayList<>();
        if (argument.rules().elements()) {
            check(argument, ResolvedContainer.of(container, value), 0, found);
        }
        if (argument.rules().cascades()) {
            found.addAll(cascade(value));
        }
        refuse(found);
    }

    /** An element of a stream; what is wrong with it names its index. */
    private void checkElement(
            final AsynchronousArgument argument, final Object elements, final long index, final Object value) {
        final List<Violation> found = new ArrayList<>();
        final long line = line(elements, index);
        if (argument.rules().elements()) {
            check(argument, ResolvedContainer.element(index, value), line, found);
        }
        if (argument.rules().cascades()) {
            cascade("[" + index + "]", value, line, found);
        }
        refuse(found);
    }

    private void check(
            final AsynchronousArgument argument, final Object container, final long line, final List<Violation> found) {
        for (final ConstraintViolation<?> each : executables
                .get()
                .validateParameters(argument.resource(), argument.method(), argument.allWith(container))) {
            if (isAbout(each.getPropertyPath(), argument.rules().index())) {
                found.add(new Violation(
                        ViolationPath.inParameters(
                                each.getPropertyPath(), rules(argument.method()).locations()),
                        each.getMessage(),
                        line));
            }
        }
    }

    private static void refuse(final List<Violation> found) {
        if (!found.isEmpty()) {
            throw Errors.invalid(found);
        }
    }

    /** Validates a value with {@code @Valid}; of a collection, its elements; of a response, its entity. */
    private List<Violation> cascade(final Object value) {
        final List<Violation> found = new ArrayList<>();
        if (value instanceof final TypedResponse<?> response) {
            return response.entity() == null ? found : cascade(response.entity());
        } else if (value instanceof Iterable<?> elements) {
            int index = 0;
            for (final Object element : elements) {
                cascade("[" + index + "]", element, line(value, index++), found);
            }
        } else {
            cascade("", value, 0, found);
        }
        return found;
    }

    private void cascade(final String prefix, final Object value, final long line, final List<Violation> found) {
        for (final ConstraintViolation<?> each : validator.get().validate(value)) {
            found.add(new Violation(ViolationPath.inBody(prefix, each.getPropertyPath()), each.getMessage(), line));
        }
    }

    private static long line(final Object elements, final long index) {
        return elements instanceof final JsonEntities.LineNumbers lines ? lines.line(index) : 0;
    }

    /** The line of the element that a violation of a parameter is about; 0 if it is about none. */
    private static long line(final Path path, final @Nullable Object[] arguments) {
        Object elements = null;
        for (final Path.Node node : path) {
            if (elements instanceof JsonEntities.LineNumbers && node.getIndex() != null) {
                return line(elements, node.getIndex());
            }
            if (node.getKind() == ElementKind.PARAMETER) {
                elements = arguments[node.as(Path.ParameterNode.class).getParameterIndex()];
            }
        }
        return 0;
    }

    private static boolean isAbout(final Path path, final int parameter) {
        final Iterator<Path.Node> nodes = path.iterator();
        nodes.next();
        return nodes.next() instanceof Path.ParameterNode node && node.getParameterIndex() == parameter;
    }

    @Override
    public void validateReturnValue(
            final @Nullable HttpRequest request,
            final Object resource,
            final Method method,
            final @Nullable Object result,
            final Class<?>... groups) {
        final MethodRules known = rules(method);
        if (!known.result()) {
            return;
        }
        refuseResult(method, executables.get().validateReturnValue(resource, method, result, groups));
        if (result != null && ResolvedContainer.isAsynchronous(result)) {
            ResteasyContext.pushContext(ResultCheck.class, value -> {
                refuseResult(
                        method,
                        executables.get().validateReturnValue(resource, method, ResolvedContainer.of(result, value)));
                if (known.resultCascades()) {
                    refuseResult(method, cascade(value));
                }
            });
        }
    }

    private static void refuseResult(final Method method, final Set<? extends ConstraintViolation<?>> violations) {
        refuseResult(
                method,
                violations.stream()
                        .map(each -> new Violation(each.getPropertyPath().toString(), each.getMessage()))
                        .toList());
    }

    /** An invalid result is an error of the server: the client gets no details. */
    private static void refuseResult(final Method method, final List<Violation> violations) {
        if (!violations.isEmpty()) {
            throw new ValidationException(violations.stream()
                    .map(each -> each.path() + " " + each.message())
                    .sorted()
                    .collect(Collectors.joining("; ", "The result of " + method + " is not valid: ", ".")));
        }
    }

    private MethodRules rules(final Method method) {
        final Known<MethodRules> known = rules.get(method);
        if (known == null) {
            throw new IllegalStateException("RESTEasy validates " + method + ", which has no constraints.");
        }
        return known.rules();
    }

    private static List<Violation> ofResource() {
        final OfResource found = ResteasyContext.getContextData(OfResource.class);
        return found == null ? List.of() : found.violations();
    }
}
