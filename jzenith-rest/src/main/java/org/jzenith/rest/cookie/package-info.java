/**
 * Internal: cookies as browsers read them. The public type is {@link org.jzenith.rest.cookie.SetCookieHeader}.
 */
@NullMarked
package org.jzenith.rest.cookie;

import org.jspecify.annotations.NullMarked;
