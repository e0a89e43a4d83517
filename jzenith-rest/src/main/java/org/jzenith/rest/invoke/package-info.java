/**
 * Internal: answers a request by the steps of its resource method, which are compiled at start. Implements RESTEasy's
 * request and response SPI. Its public type is {@link org.jzenith.rest.invoke.RequestPipeline}.
 *
 * <p>An {@code Invocation} is one request on its way through the steps. What the steps find stands in its superclass {@code
 * InvocationState}, and how the request ends in {@code InvocationEnd}.
 *
 * <p>A method takes a body in one of these ways:
 *
 * <ul>
 *   <li>as a whole: the step {@code ReceiveBody} waits for it;
 *   <li>as a {@code Flowable<Buffer>}, which is the server's own: the step {@code BodyPieces} only checks that it can be read;
 *   <li>as a {@code Flowable} of values: {@code BodyElements} reads the argument, which is an {@code ElementsBody}, one for each
 *       request;
 *   <li>as a form: the step {@code ReceiveForm} waits until {@link org.jzenith.rest.multipart.MultipartForms} has its parts.
 * </ul>
 */
@NullMarked
package org.jzenith.rest.invoke;

import org.jspecify.annotations.NullMarked;
