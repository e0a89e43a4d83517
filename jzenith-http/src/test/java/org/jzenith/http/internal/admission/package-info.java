/** The limit that follows latency, against a model of a server. */
@NullMarked
package org.jzenith.http.internal.admission;

import org.jspecify.annotations.NullMarked;
