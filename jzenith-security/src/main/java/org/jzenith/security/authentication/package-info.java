/**
 * For users: authentication. A mechanism finds the user of a request by one kind of credentials, and {@link
 * org.jzenith.security.authentication.IdentityAugmentor}s add roles and attributes. For plugins: {@link
 * org.jzenith.security.authentication.AuthenticationMechanism} adds a mechanism. Failed attempts are limited.
 */
@NullMarked
package org.jzenith.security.authentication;

import org.jspecify.annotations.NullMarked;
