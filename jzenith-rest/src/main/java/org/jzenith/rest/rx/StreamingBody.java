package org.jzenith.rest.rx;

import io.reactivex.Flowable;

/** A response body whose elements are written when they are emitted. */
record StreamingBody(Flowable<?> elements) {}
