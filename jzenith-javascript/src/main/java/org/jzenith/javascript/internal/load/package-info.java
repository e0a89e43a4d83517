/** Internal. Loads the files of a folder into realms, and reports their mistakes with file, line and column. */
@NullMarked
package org.jzenith.javascript.internal.load;

import org.jspecify.annotations.NullMarked;
