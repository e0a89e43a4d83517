/**
 * Internal: calls to an identity provider, bounded in time and size.
 */
@NullMarked
package org.jzenith.security.jwt.internal.provider;

import org.jspecify.annotations.NullMarked;
