/**
 * For users: authentication and access control. {@link org.jzenith.security.SecurityPlugin} authenticates the requests of all listeners with {@linkplain
 * org.jzenith.security.authentication.AuthenticationMechanism mechanisms}, and decides who may call a resource method or reach a mount.
 */
@NullMarked
package org.jzenith.security;

import org.jspecify.annotations.NullMarked;
