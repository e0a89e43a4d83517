package org.jzenith.rest.rx;

import io.reactivex.Flowable;

/** Elements that are written as they come. */
record Streamed(Flowable<Object> elements) {}
