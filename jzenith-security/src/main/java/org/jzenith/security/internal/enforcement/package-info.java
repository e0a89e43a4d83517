/**
 * Internal: enforces the permissions of {@link org.jzenith.security.authorization}. A step decides about resource methods, a guard about
 * mounts, their parts and unknown paths.
 */
@NullMarked
package org.jzenith.security.internal.enforcement;

import org.jspecify.annotations.NullMarked;
