/**
 * For users: authentication by bearer tokens (RFC 6750). {@link org.jzenith.security.jwt.JwtPlugin} verifies JWTs (RFC 7519) with keys
 * from a file or from a JWKS URL. Nimbus JOSE+JWT does the cryptography.
 */
@NullMarked
package org.jzenith.security.jwt;

import org.jspecify.annotations.NullMarked;
