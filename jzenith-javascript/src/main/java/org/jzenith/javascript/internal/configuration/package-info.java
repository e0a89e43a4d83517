/** Internal. The settings of JavaScript handlers. */
@NullMarked
package org.jzenith.javascript.internal.configuration;

import org.jspecify.annotations.NullMarked;
