/**
 * Internal: keeps the leases of work that one instance does at a time in MariaDB or MySQL.
 */
@NullMarked
package org.jzenith.mysql.internal.lease;

import org.jspecify.annotations.NullMarked;
