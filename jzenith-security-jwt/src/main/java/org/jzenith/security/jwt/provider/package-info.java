/**
 * Internal: calls to an identity provider, bounded in time and size.
 */
@NullMarked
package org.jzenith.security.jwt.provider;

import org.jspecify.annotations.NullMarked;
