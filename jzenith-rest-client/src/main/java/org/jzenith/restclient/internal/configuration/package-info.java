/**
 * Internal: the settings of a client, which stand behind its name, and those of its TLS and circuit breaker.
 */
@NullMarked
package org.jzenith.restclient.internal.configuration;

import org.jspecify.annotations.NullMarked;
