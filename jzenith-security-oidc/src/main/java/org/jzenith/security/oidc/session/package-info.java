/**
 * For users: keeps the sessions of logins on the server: {@link org.jzenith.security.oidc.session.SessionStore}.
 */
@NullMarked
package org.jzenith.security.oidc.session;

import org.jspecify.annotations.NullMarked;
