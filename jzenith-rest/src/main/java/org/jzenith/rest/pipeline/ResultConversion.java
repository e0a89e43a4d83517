package org.jzenith.rest.pipeline;

import java.util.function.Function;

/**
 * How a result of another library becomes one that jZenith waits for. The result then behaves as one of that type: a {@code Maybe}
 * may be empty, a {@code Flowable} is a stream.
 *
 * @param to {@code Single}, {@code Maybe}, {@code Completable}, {@code Flowable} or {@code Observable} of RxJava 2, or {@code
 *     CompletionStage}
 * @param conversion makes an object of this type. It is called in the context of the request, and subscribes to nothing
 */
public record ResultConversion(Class<?> to, Function<Object, Object> conversion) {}
