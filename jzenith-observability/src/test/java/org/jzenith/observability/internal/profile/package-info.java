/** Tests of the parts of profiles that need no application. */
@NullMarked
package org.jzenith.observability.internal.profile;

import org.jspecify.annotations.NullMarked;
