/** Login for pages by OpenID Connect. */
@NullMarked
package org.jzenith.security.oidc;

import org.jspecify.annotations.NullMarked;
