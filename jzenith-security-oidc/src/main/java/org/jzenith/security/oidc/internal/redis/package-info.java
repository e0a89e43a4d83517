/**
 * Internal: keeps the sessions of logins in Redis, by the setting {@code oidc.session.store}.
 */
@NullMarked
package org.jzenith.security.oidc.internal.redis;

import org.jspecify.annotations.NullMarked;
