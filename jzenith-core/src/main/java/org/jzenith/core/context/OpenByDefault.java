package org.jzenith.core.context;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * For plugins: lets everyone call a resource or handler of a plugin, unless the application decides otherwise by its path. An application
 * that denies by default need not decide about it. The health checks have it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OpenByDefault {}
