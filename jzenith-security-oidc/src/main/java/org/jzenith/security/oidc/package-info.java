/**
 * For users: login for pages by OpenID Connect. {@link org.jzenith.security.oidc.OidcPlugin} sends browsers to a
 * provider, and keeps their sessions in encrypted cookies, in PostgreSQL or in a {@link org.jzenith.security.oidc.session.SessionStore}.
 */
@NullMarked
package org.jzenith.security.oidc;

import org.jspecify.annotations.NullMarked;
