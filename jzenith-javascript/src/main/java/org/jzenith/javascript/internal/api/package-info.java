/** Internal. The objects of handlers that need no library: {@code identity}, {@code settings} and {@code fetch}. */
@NullMarked
package org.jzenith.javascript.internal.api;

import org.jspecify.annotations.NullMarked;
