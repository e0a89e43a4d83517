/**
 * For users. A provider of OpenID Connect and a browser for tests of logins and tokens: {@link
 * org.jzenith.test.identity.TestIdentityProvider}, {@link org.jzenith.test.identity.TestBrowser}.
 */
@NullMarked
package org.jzenith.test.identity;

import org.jspecify.annotations.NullMarked;
