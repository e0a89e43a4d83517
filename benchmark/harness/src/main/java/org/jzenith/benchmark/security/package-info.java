/**
 * The cost of security: requests with tokens and sessions, the start, and attacks. {@link org.jzenith.benchmark.security.Security} is the
 * program; everything else is package-private.
 */
@NullMarked
package org.jzenith.benchmark.security;

import org.jspecify.annotations.NullMarked;
