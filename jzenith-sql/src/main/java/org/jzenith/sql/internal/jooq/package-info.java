/** Internal: SQL and values of jOOQ's queries. Loaded only by applications with jOOQ. */
@NullMarked
package org.jzenith.sql.internal.jooq;

import org.jspecify.annotations.NullMarked;
