package org.jzenith.rest.internal.construct;

import java.lang.reflect.Constructor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks what the constructors of resources get from a request. Bound by the feature that validates. */
@FunctionalInterface
public interface ConstructorCheck {

    /**
     * Returns the check of a constructor.
     *
     * @param constructor the constructor of a resource
     * @return throws if values break a constraint of its parameters; null if they have none
     */
    @Nullable
    Consumer<@Nullable Object[]> of(Constructor<?> constructor);
}
