package org.jzenith.rest.internal.validation;

import com.google.inject.Injector;
import com.google.inject.Key;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorFactory;
import jakarta.validation.ValidationException;
import java.util.Arrays;

/** A constraint validator that is bound is created by Guice and may inject; any other needs a constructor without arguments. */
record GuiceConstraintValidators(Injector injector, ConstraintValidatorFactory plain)
        implements ConstraintValidatorFactory {

    @Override
    public <T extends ConstraintValidator<?, ?>> T getInstance(final Class<T> type) {
        if (injector.getExistingBinding(Key.get(type)) != null) {
            return injector.getInstance(type);
        }
        if (Arrays.stream(type.getDeclaredConstructors()).noneMatch(each -> each.getParameterCount() == 0)) {
            throw new ValidationException("The constraint validator " + type.getName()
                    + " has no constructor without arguments and is not bound. Bind it in a module, unscoped.");
        }
        return plain.getInstance(type);
    }

    @Override
    public void releaseInstance(final ConstraintValidator<?, ?> validator) {
        plain.releaseInstance(validator);
    }
}
