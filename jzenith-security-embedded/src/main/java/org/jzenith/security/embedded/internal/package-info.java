/**
 * Internal. The provider of OpenID Connect for development and tests: {@link
 * org.jzenith.security.embedded.internal.ProviderServer} serves it, and {@link
 * org.jzenith.security.embedded.internal.ProviderBehavior} is what an application or a test gives it.
 */
@NullMarked
package org.jzenith.security.embedded.internal;

import org.jspecify.annotations.NullMarked;
