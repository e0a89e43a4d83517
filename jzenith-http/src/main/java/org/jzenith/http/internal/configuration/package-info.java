/**
 * Internal: the settings of responses and listeners, which a plugin that serves HTTP has in its own configuration by {@link
 * org.jzenith.http.internal.configuration.HttpConfiguration} and {@code ListenerConfiguration}, and the
 * groups of settings of HTTP/2, of TCP and of the limit that follows latency.
 */
@NullMarked
package org.jzenith.http.internal.configuration;

import org.jspecify.annotations.NullMarked;
