/**
 * For plugins: work that is not a request, such as jobs and messages. {@link org.jzenith.core.work.WorkRunner} gives each run of
 * a {@link org.jzenith.core.work.Work} a request context, a deadline and a trace, and waits for it when the application stops.
 */
@NullMarked
package org.jzenith.core.work;

import org.jspecify.annotations.NullMarked;
