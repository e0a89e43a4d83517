/**
 * For users. What a resource method says of its own limits: the time that its requests may take.
 */
@NullMarked
package org.jzenith.rest.limit;

import org.jspecify.annotations.NullMarked;
