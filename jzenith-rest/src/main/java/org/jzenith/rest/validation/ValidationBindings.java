package org.jzenith.rest.validation;

import com.google.inject.AbstractModule;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;

/** Binds the application's validators, which it may replace by its own. */
final class ValidationBindings extends AbstractModule {

    @Override
    protected void configure() {
        bind(Validators.OfApplication.class);
        bind(Validators.OfFactory.class);
        bind(ValidatorFactory.class).toProvider(Validators.OfApplication.class);
        bind(Validator.class).toProvider(Validators.OfFactory.class);
    }
}
