/** Internal. The settings of the application and of its health, which start with {@code jzenith} and {@code health}. */
@NullMarked
package org.jzenith.core.internal.configuration;

import org.jspecify.annotations.NullMarked;
