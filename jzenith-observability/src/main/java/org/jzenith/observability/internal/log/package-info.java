/**
 * Internal: the levels of loggers, which operators change at run time, for a limited time. {@link
 * org.jzenith.observability.internal.log.LogLevelsModule} binds what serves them; only {@code LogbackLevels} knows Logback.
 */
@NullMarked
package org.jzenith.observability.internal.log;

import org.jspecify.annotations.NullMarked;
