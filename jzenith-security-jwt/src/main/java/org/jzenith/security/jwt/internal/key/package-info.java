/**
 * Internal: the keys that verify tokens, from a file, a secret or the JWKS of a provider (RFC 7517).
 */
@NullMarked
package org.jzenith.security.jwt.internal.key;

import org.jspecify.annotations.NullMarked;
