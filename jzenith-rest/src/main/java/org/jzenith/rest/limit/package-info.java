/**
 * For users. What a resource method says of its own limits: the time that its requests may take, and how many of one
 * client it answers.
 */
@NullMarked
package org.jzenith.rest.limit;

import org.jspecify.annotations.NullMarked;
