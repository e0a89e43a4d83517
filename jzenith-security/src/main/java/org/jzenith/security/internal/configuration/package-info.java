/** Internal. The settings of the mechanisms and of failed attempts, which start with {@code security}. */
@NullMarked
package org.jzenith.security.internal.configuration;

import org.jspecify.annotations.NullMarked;
