/** For users: {@link org.jzenith.embedded.DatabaseServer}, which the embedded servers of all products implement. */
@NullMarked
package org.jzenith.embedded;

import org.jspecify.annotations.NullMarked;
