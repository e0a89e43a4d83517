/** For users: a log on the console with Logback. {@link org.jzenith.logging.LoggingPlugin} is its plugin. */
@NullMarked
package org.jzenith.logging;

import org.jspecify.annotations.NullMarked;
