package org.jzenith.security.authorization;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jzenith.core.context.AccessRule;

/**
 * Lets an {@link AccessPolicy} decide who may call a resource method, or open a WebSocket. If {@code @RolesAllowed} or {@link
 * Authenticated} is present too, both must allow the client; the policy is asked second. On a class it applies to the methods without an
 * access annotation.
 */
@Documented
@AccessRule
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Allowed {

    /**
     * The class of the policy.
     *
     * @return a class that is bound in Guice or has a constructor without parameters
     */
    Class<? extends AccessPolicy> value();
}
