package org.jzenith.rest.internal.validation;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.base.Suppliers;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.spi.ProviderKeyBinding;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.util.Locale;
import java.util.function.Supplier;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.HibernateValidatorConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The application's validators; no file or setting of the machine changes them. Created on first use, because Hibernate
 * Validator is slow to load and an application without constraints does not need it.
 */
final class Validators {

    private Validators() {}

    /** Returns true if the application did not replace the bindings, so that only annotations can be constraints. */
    static boolean areOurs(final Injector injector) {
        return isMadeBy(OfApplication.class, injector, ValidatorFactory.class)
                && isMadeBy(OfFactory.class, injector, Validator.class);
    }

    private static boolean isMadeBy(final Class<?> provider, final Injector injector, final Class<?> type) {
        return injector.getBinding(type) instanceof ProviderKeyBinding<?> binding
                && binding.getProviderKey().equals(Key.get(provider));
    }

    @Singleton
    static final class OfApplication implements Provider<ValidatorFactory> {

        private final Injector injector;
        private final Provider<ObjectMapper> mapper;
        private @Nullable ValidatorFactory factory;

        @Inject
        private OfApplication(final Injector injector, final Provider<ObjectMapper> mapper) {
            this.injector = injector;
            this.mapper = mapper;
        }

        @Override
        public synchronized ValidatorFactory get() {
            if (factory == null) {
                factory = make();
            }
            return factory;
        }

        synchronized boolean isCreated() {
            return factory != null;
        }

        private ValidatorFactory make() {
            final HibernateValidatorConfiguration configuration =
                    Validation.byProvider(HibernateValidator.class).configure();
            ResolvedContainer.extractors().forEach(configuration::addValueExtractor);
            return configuration
                    .ignoreXmlConfiguration()
                    .defaultLocale(Locale.ENGLISH)
                    .messageInterpolator(new ViolationMessages())
                    .propertyNodeNameProvider(new JsonNames(mapper.get()))
                    .constraintValidatorFactory(new GuiceConstraintValidators(
                            injector, configuration.getDefaultConstraintValidatorFactory()))
                    .buildValidatorFactory();
        }
    }

    @Singleton
    static final class OfFactory implements Provider<Validator> {

        private final Supplier<Validator> validator;

        @Inject
        private OfFactory(final Provider<ValidatorFactory> factory) {
            this.validator = Suppliers.memoize(() -> factory.get().getValidator());
        }

        @Override
        public Validator get() {
            return validator.get();
        }
    }
}
