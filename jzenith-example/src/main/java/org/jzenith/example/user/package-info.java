/** Users: a resource, a service, and SQL with jOOQ. */
@NullMarked
package org.jzenith.example.user;

import org.jspecify.annotations.NullMarked;
