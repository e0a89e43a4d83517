/**
 * For users: a provider of OpenID Connect for development. {@link org.jzenith.security.embedded.EmbeddedIdentityProvider} is its plugin.
 */
@NullMarked
package org.jzenith.security.embedded;

import org.jspecify.annotations.NullMarked;
