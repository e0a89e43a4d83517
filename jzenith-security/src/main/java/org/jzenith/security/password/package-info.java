/**
 * For users: HTTP basic authentication (RFC 7617). {@link org.jzenith.security.password.Users} names the source of the users, {@link
 * org.jzenith.security.password.UserStore} is a source of the application's own.
 */
@NullMarked
package org.jzenith.security.password;

import org.jspecify.annotations.NullMarked;
