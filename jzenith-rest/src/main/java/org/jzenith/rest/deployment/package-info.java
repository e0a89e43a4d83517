/** Internal. */
@NullMarked
package org.jzenith.rest.deployment;

import org.jspecify.annotations.NullMarked;
