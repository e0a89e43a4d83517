/** Authenticates requests: asks the mechanisms in their order, and limits failed attempts. */
@NullMarked
package org.jzenith.security.authentication;

import org.jspecify.annotations.NullMarked;
