/** Internal. The files that JavaScript may read: those of one folder, and the module {@code jzenith}. */
@NullMarked
package org.jzenith.javascript.internal.module;

import org.jspecify.annotations.NullMarked;
