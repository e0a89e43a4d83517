/**
 * For users: the configuration of an application, read once from many sources before anything starts.
 *
 * <p>Settings are declared as SmallRye {@code @ConfigMapping} interfaces, each key with its type, default and {@link
 * org.jzenith.core.configuration.Description} in one place. {@link org.jzenith.core.configuration.Configuration} reads
 * all sources in their order of precedence, reports every problem at once and knows the source of each value.
 */
@NullMarked
package org.jzenith.core.configuration;

import org.jspecify.annotations.NullMarked;
