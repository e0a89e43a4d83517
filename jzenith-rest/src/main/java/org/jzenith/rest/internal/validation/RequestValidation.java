package org.jzenith.rest.internal.validation;

import com.google.inject.Injector;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.validation.Validator;
import jakarta.ws.rs.ext.ContextResolver;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.function.Consumer;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.validation.GeneralValidator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.internal.check.FeatureCheck;
import org.jzenith.rest.internal.construct.ConstructorCheck;

/** Validates the parameters and results of resource methods. Immutable and safe for use by many threads. */
final class RequestValidation implements ConstructorCheck, ContextResolver<GeneralValidator>, FeatureCheck {

    private final ResourceValidator validator;

    /**
     * Created by Guice.
     *
     * @param injector knows whether the application has its own validators
     * @param validator used from the first resource with constraints on
     */
    @Inject
    private RequestValidation(final Injector injector, final Provider<Validator> validator) {
        final Constraints constraints = new Constraints();
        this.validator = Validators.areOurs(injector)
                ? new ResourceValidator(validator, constraints::anyIn, Unwrapped.byServices())
                : new ResourceValidator(validator, type -> true, Unwrapped::mayBe);
    }

    @Override
    public @Nullable Consumer<@Nullable Object[]> of(final Constructor<?> constructor) {
        return validator.constructorCheck(constructor);
    }

    /** Finds the constraints inside of bodies and of {@code @BeanParam} objects that nothing checks, because {@code @Valid} is missing. */
    @Override
    public List<StartProblem> warnings(final ResourceClass resource) {
        return validator.unchecked(resource);
    }

    /** Returns the validator, through which RESTEasy validates. */
    @Override
    public GeneralValidator getContext(final @Nullable Class<?> type) {
        return validator;
    }
}
