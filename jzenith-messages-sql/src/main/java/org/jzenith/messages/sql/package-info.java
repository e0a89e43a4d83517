/**
 * For users: topics in PostgreSQL, the outbox, which publishes messages with the commit of a transaction, and {@link
 * org.jzenith.messages.sql.Once}, which makes repeated messages harmless.
 */
@NullMarked
package org.jzenith.messages.sql;

import org.jspecify.annotations.NullMarked;
