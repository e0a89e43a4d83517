/** Authentication by bearer tokens (RFC 6750): {@code JwtPlugin} verifies JWTs (RFC 7519). */
@NullMarked
package org.jzenith.security.jwt;

import org.jspecify.annotations.NullMarked;
