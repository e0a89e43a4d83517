package org.jzenith.rest.validation;

import com.google.inject.AbstractModule;
import jakarta.inject.Singleton;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;

/** Binds the application's validators and {@link RequestValidation}. */
final class ValidationBindings extends AbstractModule {

    @Override
    protected void configure() {
        bind(RequestValidation.class).in(Singleton.class);
        bind(Validators.OfApplication.class);
        bind(Validators.OfFactory.class);
        bind(ValidatorFactory.class).toProvider(Validators.OfApplication.class);
        bind(Validator.class).toProvider(Validators.OfFactory.class);
    }
}
