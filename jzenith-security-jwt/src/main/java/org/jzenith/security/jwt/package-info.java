/**
 * For users: authentication by bearer tokens (RFC 6750). {@link org.jzenith.security.jwt.JwtPlugin} verifies JWTs (RFC 7519), and {@link
 * org.jzenith.security.jwt.IntrospectionPlugin} asks the provider about opaque tokens (RFC 7662).
 */
@NullMarked
package org.jzenith.security.jwt;

import org.jspecify.annotations.NullMarked;
