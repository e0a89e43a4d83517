/**
 * Internal: JSON that clients and providers send, and the identity that claims describe.
 */
@NullMarked
package org.jzenith.security.jwt.internal.claims;

import org.jspecify.annotations.NullMarked;
