/** Internal. The tables of the plugin: their statements for creation, and the text of headers in them. */
@NullMarked
package org.jzenith.messages.sql.internal.table;

import org.jspecify.annotations.NullMarked;
