/**
 * For users: pages of a longer list, as a database reads them and as an HTTP response has them.
 */
@NullMarked
package org.jzenith.core.page;

import org.jspecify.annotations.NullMarked;
