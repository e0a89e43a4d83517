/** Internal. The limits that methods declare by annotations, as steps: the deadline, the rate and the size of the body. */
@NullMarked
package org.jzenith.rest.internal.limit;

import org.jspecify.annotations.NullMarked;
