/**
 * Internal: the settings of {@code JwtPlugin} and {@code IntrospectionPlugin}.
 */
@NullMarked
package org.jzenith.security.jwt.internal.configuration;

import org.jspecify.annotations.NullMarked;
