/** Measures server-sent events to thousands of listeners, and what an event costs the server. */
@NullMarked
package org.jzenith.benchmark.fanout;

import org.jspecify.annotations.NullMarked;
