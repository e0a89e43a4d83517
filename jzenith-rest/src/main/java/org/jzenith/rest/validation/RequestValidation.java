package org.jzenith.rest.validation;

import com.google.inject.Injector;
import com.google.inject.Module;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import jakarta.validation.Validator;
import jakarta.ws.rs.ext.ContextResolver;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.function.Consumer;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.validation.GeneralValidator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;

/** Validates the parameters and results of resource methods. Immutable and safe for use by many threads. */
public final class RequestValidation {

    private final ResourceValidator validator;

    /**
     * Created by Guice.
     *
     * @param injector knows whether the application has validators of its own
     * @param validator used from the first resource with constraints on
     */
    @Inject
    public RequestValidation(final Injector injector, final Provider<Validator> validator) {
        final Constraints constraints = new Constraints();
        this.validator = Validators.areOurs(injector)
                ? new ResourceValidator(validator, constraints::anyIn, Unwrapped.byServices())
                : new ResourceValidator(validator, type -> true, Unwrapped::mayBe);
    }

    /**
     * The binding of this class.
     *
     * @return a Guice module; it needs the application's {@code Validator}
     */
    public static Module bindings() {
        return binder -> binder.bind(RequestValidation.class).in(Singleton.class);
    }

    /**
     * The bindings that an application may replace: one {@code ValidatorFactory} and its {@code Validator}, which
     * applications may inject, and which are created on first use.
     *
     * @return a Guice module; it needs the application's {@code ObjectMapper}
     */
    public static Module defaultBindings() {
        return new ValidationBindings();
    }

    /**
     * The check of what a constructor gets from a request.
     *
     * @param constructor the constructor of a resource
     * @return throws if values break a constraint of its parameters; null if they have none
     */
    public @Nullable Consumer<@Nullable Object[]> constructorCheck(final Constructor<?> constructor) {
        return validator.constructorCheck(constructor);
    }

    /**
     * Finds the constraints inside of bodies and of what {@code @BeanParam} makes that nothing checks, because
     * {@code @Valid} is missing.
     *
     * @param resource a resource or sub-resource
     * @return a problem for each place where it is missing
     */
    public List<StartProblem> unchecked(final ResourceClass resource) {
        return validator.unchecked(resource);
    }

    /**
     * Returns the provider through which RESTEasy validates; to be registered before the resources.
     *
     * @return a resolver that knows one validator
     */
    public ContextResolver<GeneralValidator> resolver() {
        return new Resolver(validator);
    }

    /**
     * The check of an asynchronous result, as the value of a {@code Single}, {@code Maybe}, {@code
     * CompletionStage} or Vert.x {@code Future}. To be asked once, on the request's thread, right after the resource
     * method returned.
     *
     * @return throws if the value that it is given breaks a constraint of the method; null if the current request's
     *     method has none
     */
    public static @Nullable Consumer<Object> resultCheck() {
        return ResteasyContext.getContextData(ResultCheck.class);
    }

    /**
     * Returns true if a validator reads or changes the request that it is given.
     *
     * @param validator resolved by a provider, ours or the application's
     * @return false for ours, so that RESTEasy's view of the request need not be made
     */
    public static boolean needsRequest(final GeneralValidator validator) {
        return !(validator instanceof ResourceValidator);
    }

    private static final class Resolver implements ContextResolver<GeneralValidator> {

        private final GeneralValidator validator;

        Resolver(final GeneralValidator validator) {
            this.validator = validator;
        }

        @Override
        public GeneralValidator getContext(final @Nullable Class<?> type) {
            return validator;
        }
    }
}
