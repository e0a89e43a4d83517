/** Internal. The routes that files register: the same table in each realm. */
@NullMarked
package org.jzenith.javascript.internal.route;

import org.jspecify.annotations.NullMarked;
