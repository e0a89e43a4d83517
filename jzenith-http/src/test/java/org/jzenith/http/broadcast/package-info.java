/** What is sent to many receivers, on real event loops. */
@NullMarked
package org.jzenith.http.broadcast;

import org.jspecify.annotations.NullMarked;
