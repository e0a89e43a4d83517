package org.jzenith.rest.internal.construct;

import com.google.inject.Injector;
import com.google.inject.MembersInjector;
import jakarta.ws.rs.WebApplicationException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.ApplicationException;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** A constructor with all that it takes, looked up once. */
final class Construction<T> {

    private static final String ANNOTATIONS =
            "@PathParam, @QueryParam, @HeaderParam, @CookieParam, @MatrixParam or @Context";

    private final Constructor<?> constructor;
    private final List<ConstructorArgument> arguments;
    private final MembersInjector<T> members;
    private final @Nullable Consumer<@Nullable Object[]> check;
    private final boolean takesRequest;

    private Construction(
            final Constructor<?> constructor,
            final List<ConstructorArgument> arguments,
            final MembersInjector<T> members,
            final @Nullable Consumer<@Nullable Object[]> check) {
        this.constructor = constructor;
        this.arguments = arguments;
        this.members = members;
        this.check = check;
        this.takesRequest = arguments.stream().anyMatch(ConstructorArgument.OfRequest.class::isInstance);
    }

    /**
     * Takes the constructor with most parameters among those whose parameters are all provided.
     *
     * @throws StartException if there is none, or more than one
     */
    static <T> Construction<T> of(
            final Class<T> type, final Injector injector, final @Nullable ResteasyProviderFactory providers) {
        return of(type, injector, providers, false);
    }

    /** Takes the constructor of a {@code @BeanParam}, which may also take the form. */
    static <T> Construction<T> ofBean(
            final Class<T> type, final Injector injector, final ResteasyProviderFactory providers) {
        return of(type, injector, providers, true);
    }

    private static <T> Construction<T> of(
            final Class<T> type,
            final Injector injector,
            final @Nullable ResteasyProviderFactory providers,
            final boolean isBean) {
        if (Constructors.scope(type) != null && Constructors.takesRequest(type)) {
            throw problem(
                    type,
                    " is created once, but its constructor takes request parameters.",
                    "Remove its scope annotation, or take the parameters in its methods.");
        }
        final List<Construction<T>> usable = new ArrayList<>();
        final List<String> missing = new ArrayList<>();
        final List<StartProblem> unbound = new ArrayList<>();
        for (final Constructor<?> each : Constructors.candidates(type)) {
            final List<ConstructorArgument> arguments = new ArrayList<>();
            for (int i = 0; i < each.getParameterCount(); i++) {
                arguments.add(ConstructorArgument.of(each, i, injector, providers, isBean));
            }
            final List<ConstructorArgument.Missing> gaps = arguments.stream()
                    .filter(ConstructorArgument.Missing.class::isInstance)
                    .map(ConstructorArgument.Missing.class::cast)
                    .toList();
            if (gaps.isEmpty()) {
                usable.add(new Construction<>(
                        each,
                        List.copyOf(arguments),
                        injector.getMembersInjector(type),
                        isBean && type.isRecord() // its fields have the constraints too, for @Valid
                                ? null
                                : injector.getInstance(ConstructorCheck.class).of(each)));
            } else {
                missing.add("In " + shown(each) + ", " + gaps.get(0).what() + ".");
                gaps.stream()
                        .map(ConstructorArgument.Missing::unbound)
                        .filter(Objects::nonNull)
                        .forEach(unbound::add);
            }
        }
        if (usable.isEmpty() && missing.size() == 1 && !unbound.isEmpty()) {
            throw new StartException(
                    unbound.stream().map(Construction::orOfRequest).toList(), false);
        }
        return best(type, usable, missing);
    }

    private static StartProblem orOfRequest(final StartProblem unbound) {
        return unbound.remedy(
                unbound.remedy() + "\nIf the parameter is part of the request, annotate it with " + ANNOTATIONS + ".");
    }

    private static <T> Construction<T> best(
            final Class<T> type, final List<Construction<T>> usable, final List<String> missing) {
        if (usable.isEmpty()) {
            throw problem(
                    type,
                    " has no constructor for which all parameters are available. " + String.join(" ", missing),
                    "Bind the missing types in a module, or annotate the parameters with " + ANNOTATIONS + ".");
        }
        final int most = usable.stream()
                .map(each -> each.arguments.size())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        final List<Construction<T>> longest =
                usable.stream().filter(each -> each.arguments.size() == most).toList();
        if (longest.size() > 1) {
            throw problem(
                    type,
                    " has several constructors with " + most + " parameters: "
                            + longest.stream()
                                    .map(each -> shown(each.constructor))
                                    .collect(Collectors.joining(", "))
                            + ".",
                    "Annotate the one to use with @Inject.");
        }
        longest.get(0).constructor.setAccessible(true);
        return longest.get(0);
    }

    private static String shown(final Constructor<?> constructor) {
        return Arrays.stream(constructor.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(
                        Collectors.joining(", ", constructor.getDeclaringClass().getSimpleName() + "(", ")"));
    }

    private static StartException problem(final Class<?> type, final String what, final String remedy) {
        return new StartException(StartProblem.of("The class " + type.getName() + what)
                .from(type.getName())
                .remedy(remedy));
    }

    /** Makes one, for the request that is current on this thread. */
    T make() {
        final HttpRequest request = takesRequest ? ResteasyContext.getContextData(HttpRequest.class) : null;
        final HttpResponse response = takesRequest ? ResteasyContext.getContextData(HttpResponse.class) : null;
        return make(request, response);
    }

    /** Makes one for a request. */
    T make(final @Nullable HttpRequest request, final @Nullable HttpResponse response) {
        final @Nullable Object[] values = new Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments.get(i).value(request, response);
        }
        if (check != null) {
            check.accept(values);
        }
        final T made = make(values);
        members.injectMembers(made);
        return made;
    }

    @SuppressWarnings("unchecked")
    private T make(final @Nullable Object[] values) {
        try {
            return (T) constructor.newInstance(values);
        } catch (final InvocationTargetException e) {
            if (e.getCause() instanceof WebApplicationException exception) {
                throw exception;
            }
            throw new ApplicationException(e.getCause());
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "A " + constructor.getDeclaringClass().getName() + " cannot be created.", e);
        }
    }
}
