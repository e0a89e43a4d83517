/**
 * Internal: the settings of answers and listeners, which a plugin that answers HTTP has in its own configuration by {@link
 * org.jzenith.http.configuration.HttpConfiguration} and {@code ListenerConfiguration}.
 */
@NullMarked
package org.jzenith.http.configuration;

import org.jspecify.annotations.NullMarked;
