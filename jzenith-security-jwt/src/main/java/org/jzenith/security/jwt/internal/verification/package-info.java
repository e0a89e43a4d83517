/**
 * Internal: checks the header, the claims and the proof of a JWT (RFC 7519, RFC 8725).
 */
@NullMarked
package org.jzenith.security.jwt.internal.verification;

import org.jspecify.annotations.NullMarked;
