/**
 * For plugins that read request bodies: {@link org.jzenith.http.body.ExchangeBody} is the body of one request, taken in one of two
 * ways. {@code RequestBody} receives it as a whole: {@code BodyBytes} are its blocks while they arrive, and {@link
 * org.jzenith.http.body.BodyStream} reads them afterwards. {@code FlowableBody} is the {@code Flowable} of its pieces, and {@link
 * org.jzenith.http.body.BodyMemory} counts what somebody keeps of them. Both decode by {@code BodyDecoder} and {@code
 * ContentDecoder}, keep to {@code BodyLimits} and {@code BodyBudget}, and know of the exchange only its {@code BodyOwner}.
 */
@NullMarked
package org.jzenith.http.body;

import org.jspecify.annotations.NullMarked;
