/** Internal. The settings of the OpenID login, which start with {@code oidc}. */
@NullMarked
package org.jzenith.security.oidc.internal.configuration;

import org.jspecify.annotations.NullMarked;
