/**
 * Internal. The statuses of responses.
 *
 * <p>{@link org.jzenith.http.status.ReasonPhrases} has them in words.
 */
@NullMarked
package org.jzenith.http.status;

import org.jspecify.annotations.NullMarked;
