package org.jzenith.rest.internal.validation;

import com.google.inject.Binder;
import com.google.inject.Module;
import jakarta.inject.Singleton;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import org.jzenith.rest.internal.construct.ConstructorCheck;
import org.jzenith.rest.internal.deployment.RestFeature;
import org.jzenith.rest.internal.deployment.RestFeatureContext;

/** Bean Validation of resources, arguments and results. */
public final class ValidationFeature implements RestFeature {

    /**
     * The bindings that an application may replace: one {@code ValidatorFactory} and its {@code Validator}, which
     * applications may inject, and which are created on first use.
     *
     * @return a Guice module; it needs the application's {@code ObjectMapper}
     */
    public static Module defaultBindings() {
        return binder -> {
            binder.bind(Validators.OfApplication.class);
            binder.bind(Validators.OfFactory.class);
            binder.bind(ValidatorFactory.class).toProvider(Validators.OfApplication.class);
            binder.bind(Validator.class).toProvider(Validators.OfFactory.class);
        };
    }

    @Override
    public void configure(final Binder binder) {
        binder.bind(RequestValidation.class).in(Singleton.class);
        binder.bind(ConstructorCheck.class).to(RequestValidation.class);
    }

    @Override
    public void addTo(final RestFeatureContext context) {
        final RequestValidation validation = context.injector().getInstance(RequestValidation.class);
        context.addProvider(validation);
        context.addCheck(validation);
        context.addSteps(new ValidationSteps());
    }
}
