/**
 * For users and plugins: leases, for work that one instance of the application does at a time. A lease ends by the clock of the store if its owner does not renew it; the
 * {@link org.jzenith.core.lease.Term} of its owner fences what an earlier owner still tries to write.
 */
@NullMarked
package org.jzenith.core.lease;

import org.jspecify.annotations.NullMarked;
