package org.jzenith.security.authorization;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jzenith.core.context.AccessRule;

/**
 * Allows every authenticated user to call a resource method, or to open a WebSocket. On a class it applies to the methods without an access
 * annotation. Jakarta Annotations lack this
 * annotation.
 */
@Documented
@AccessRule
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Authenticated {}
