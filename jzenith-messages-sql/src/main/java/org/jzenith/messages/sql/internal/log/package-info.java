/** Internal. The logs of topics and their dead letters in PostgreSQL. */
@NullMarked
package org.jzenith.messages.sql.internal.log;

import org.jspecify.annotations.NullMarked;
