package org.jzenith.rest.validation;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.util.Locale;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.HibernateValidatorConfiguration;

/** The application's validators; no file or setting of the machine changes them. */
final class ValidationBindings extends AbstractModule {

    @Override
    protected void configure() {
        bind(RequestValidation.class).in(Singleton.class);
    }

    @Provides
    @Singleton
    static ValidatorFactory factory(final Injector injector, final ObjectMapper mapper) {
        final HibernateValidatorConfiguration configuration =
                Validation.byProvider(HibernateValidator.class).configure();
        Arrived.extractors().forEach(configuration::addValueExtractor);
        return configuration
                .ignoreXmlConfiguration()
                .defaultLocale(Locale.ENGLISH)
                .messageInterpolator(new Messages())
                .propertyNodeNameProvider(new JsonNames(mapper))
                .constraintValidatorFactory(
                        new GuiceConstraintValidators(injector, configuration.getDefaultConstraintValidatorFactory()))
                .buildValidatorFactory();
    }

    @Provides
    @Singleton
    static Validator validator(final ValidatorFactory factory) {
        return factory.getValidator();
    }
}
