package org.jzenith.core.context;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * For plugins: marks annotation types that say which {@link Identity} may call a method, beside those of {@code
 * jakarta.annotation.security}. An application that uses one and has no plugin that enforces it does not start.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.ANNOTATION_TYPE)
public @interface AccessRule {}
