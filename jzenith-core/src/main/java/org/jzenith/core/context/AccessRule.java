package org.jzenith.core.context;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * For plugins: marks annotation types that say which {@link Identity} may call a method, like those of {@code jakarta.annotation.security}.
 * Startup fails if an application uses such an annotation and no plugin enforces it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.ANNOTATION_TYPE)
public @interface AccessRule {}
