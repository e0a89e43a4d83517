/**
 * For users: access control for resource methods, mounts and WebSockets, by annotations, paths and policies. {@link
 * org.jzenith.security.authorization.AccessTable} lists all decisions.
 */
@NullMarked
package org.jzenith.security.authorization;

import org.jspecify.annotations.NullMarked;
