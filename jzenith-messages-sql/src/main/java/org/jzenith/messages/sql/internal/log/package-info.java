/** The logs and the dead letters of topics in PostgreSQL. */
@NullMarked
package org.jzenith.messages.sql.internal.log;

import org.jspecify.annotations.NullMarked;
