/**
 * Internal: the bearer token of a request, its SHA-256, and the caches by this digest.
 */
@NullMarked
package org.jzenith.security.jwt.internal.bearer;

import org.jspecify.annotations.NullMarked;
