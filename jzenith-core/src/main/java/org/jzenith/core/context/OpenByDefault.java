package org.jzenith.core.context;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * For plugins: lets everyone call a resource or handler of a plugin, unless an access rule of the application covers its path. An
 * application that denies by default does not need a rule for it. The health checks have this annotation.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OpenByDefault {}
