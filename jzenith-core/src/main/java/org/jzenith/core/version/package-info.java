/**
 * For users: optimistic locking. The version that a client has seen, as an HTTP request has it and a database checks it.
 */
@NullMarked
package org.jzenith.core.version;

import org.jspecify.annotations.NullMarked;
