package org.jzenith.security.authorization;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jzenith.core.context.AccessRule;

/**
 * Lets an {@link AccessPolicy} decide who may call a resource method, or open a WebSocket. Beside {@code @RolesAllowed} or {@link Authenticated},
 * both must allow the client, and the policy is asked second. On a class it applies to the methods without an access annotation of their
 * own.
 */
@Documented
@AccessRule
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Allowed {

    /**
     * The class of the policy.
     *
     * @return bound in Guice, or has a constructor without parameters
     */
    Class<? extends AccessPolicy> value();
}
