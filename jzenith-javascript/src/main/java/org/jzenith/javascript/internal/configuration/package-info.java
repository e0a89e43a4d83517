/** Internal. The settings of JavaScript handlers, below the prefix {@code javascript}. */
@NullMarked
package org.jzenith.javascript.internal.configuration;

import org.jspecify.annotations.NullMarked;
