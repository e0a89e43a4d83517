/** Internal. Authentication by a key in a header, whose keys are settings or those of a store of the application. */
@NullMarked
package org.jzenith.security.internal.apikey;

import org.jspecify.annotations.NullMarked;
