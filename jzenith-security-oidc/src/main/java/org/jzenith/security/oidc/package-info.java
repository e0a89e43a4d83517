/**
 * For users: login for pages by OpenID Connect. {@link org.jzenith.security.oidc.OidcPlugin} sends browsers to a
 * provider, and keeps their sessions in encrypted cookies or in a {@link org.jzenith.security.oidc.SessionStore}.
 */
@NullMarked
package org.jzenith.security.oidc;

import org.jspecify.annotations.NullMarked;
