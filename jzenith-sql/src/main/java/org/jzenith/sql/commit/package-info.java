/** For plugins: statements that a transaction runs right before its commit. */
@NullMarked
package org.jzenith.sql.commit;

import org.jspecify.annotations.NullMarked;
