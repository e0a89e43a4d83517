/**
 * Internal: keeps leases in MariaDB or MySQL.
 */
@NullMarked
package org.jzenith.mysql.internal.lease;

import org.jspecify.annotations.NullMarked;
