/** Internal. The table of the outbox, and the relay that passes its messages to the engines of their topics. */
@NullMarked
package org.jzenith.messages.sql.internal.outbox;

import org.jspecify.annotations.NullMarked;
