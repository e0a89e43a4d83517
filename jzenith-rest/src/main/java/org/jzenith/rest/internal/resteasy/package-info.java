/**
 * Internal. The request and response as RESTEasy sees them, created when a filter, a resource or a reader asks for them.
 *
 * <p>{@link org.jzenith.rest.internal.resteasy.ResteasyContextData} holds all of it for one request, also what {@code @Context} injects; {@link
 * org.jzenith.rest.internal.resteasy.RoutedRequest} is the request behind it.
 */
@NullMarked
package org.jzenith.rest.internal.resteasy;

import org.jspecify.annotations.NullMarked;
