/**
 * Internal. Runs the steps of a resource method. {@link org.jzenith.rest.internal.pipeline.RestHandler} creates the invocations of a
 * listener: the first steps run before the method is known, then its own, which see the request as a {@link
 * org.jzenith.rest.internal.pipeline.RestInvocation} if they need RESTEasy's view of it.
 */
@NullMarked
package org.jzenith.rest.internal.pipeline;

import org.jspecify.annotations.NullMarked;
