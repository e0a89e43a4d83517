package org.jzenith.core.context;

import jakarta.inject.Scope;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * One instance for each request (a JSR-330 scope): the object is created when the request first needs it, and shared by
 * everything that works for that request, on any thread.
 *
 * <pre>{@code
 * @RequestScoped
 * public final class Cart {
 *
 *     private final List<String> articles = new CopyOnWriteArrayList<>();
 * }
 * }</pre>
 *
 * <p>A singleton that needs such an object injects a {@code Provider} of it, and calls its {@code get()} during the request.
 */
@Documented
@Scope
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface RequestScoped {}
