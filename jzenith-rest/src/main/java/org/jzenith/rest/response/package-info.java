/**
 * For users: the response of a resource method. {@link org.jzenith.rest.response.ResponseStatus} sets the status of a success,
 * {@link org.jzenith.rest.response.TypedResponse} adds headers to an entity whose type stays known.
 */
@NullMarked
package org.jzenith.rest.response;

import org.jspecify.annotations.NullMarked;
