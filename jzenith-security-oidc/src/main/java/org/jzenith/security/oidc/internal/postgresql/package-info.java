/**
 * Internal: keeps the sessions of logins in PostgreSQL, by the setting {@code oidc.session.store}.
 */
@NullMarked
package org.jzenith.security.oidc.internal.postgresql;

import org.jspecify.annotations.NullMarked;
