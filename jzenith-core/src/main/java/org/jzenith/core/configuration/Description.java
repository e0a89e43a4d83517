package org.jzenith.core.configuration;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a configuration key in one sentence; shown by {@code --help} and in the table of keys of the documentation.
 *
 * <pre>{@code
 * @ConfigMapping(prefix = "shop")
 * public interface ShopSettings {
 *
 *     @Description("The maximum number of orders in a list.")
 *     @WithDefault("20")
 *     int pageSize();
 * }
 * }</pre>
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Description {

    /**
     * The sentence, with units and range where they are not obvious.
     *
     * @return one sentence
     */
    String value();
}
