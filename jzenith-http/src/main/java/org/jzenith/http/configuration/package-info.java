/**
 * Internal: the settings of answers, which a plugin that answers HTTP has in its own configuration by {@link
 * org.jzenith.http.configuration.HttpConfiguration}.
 */
@NullMarked
package org.jzenith.http.configuration;

import org.jspecify.annotations.NullMarked;
