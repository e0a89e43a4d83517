/** For users: runs queries that jOOQ builds. The artifact {@code org.jooq:jooq} must be added. */
@NullMarked
package org.jzenith.sql.jooq;

import org.jspecify.annotations.NullMarked;
