/**
 * For plugins: authentication. {@link org.jzenith.security.authentication.AuthenticationMechanism} finds the user of a request by one kind of
 * credentials; a guard asks the mechanisms in their order. Failed attempts are limited.
 */
@NullMarked
package org.jzenith.security.authentication;

import org.jspecify.annotations.NullMarked;
