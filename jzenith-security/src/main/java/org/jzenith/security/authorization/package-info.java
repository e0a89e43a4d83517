/**
 * For users: access control for resource methods and mounts. {@link org.jzenith.security.authorization.Access} is a decision, which an
 * annotation or a path of the plugin makes.
 */
@NullMarked
package org.jzenith.security.authorization;

import org.jspecify.annotations.NullMarked;
