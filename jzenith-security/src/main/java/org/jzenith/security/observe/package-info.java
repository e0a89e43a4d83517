/** For users: the events of authentication and authorization, for audit logs and metrics. */
@NullMarked
package org.jzenith.security.observe;

import org.jspecify.annotations.NullMarked;
