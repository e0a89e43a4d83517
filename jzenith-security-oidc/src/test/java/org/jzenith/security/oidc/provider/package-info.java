/** A small provider of OpenID Connect for tests, and a browser that keeps cookies. */
@NullMarked
package org.jzenith.security.oidc.provider;

import org.jspecify.annotations.NullMarked;
