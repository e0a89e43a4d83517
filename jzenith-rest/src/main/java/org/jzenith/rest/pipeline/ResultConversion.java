package org.jzenith.rest.pipeline;

import java.util.function.Function;

/**
 * Converts another library's result to a type that jZenith waits for. The result then behaves like that type: a {@code Maybe} may be empty,
 * a {@code Flowable} is a stream.
 *
 * @param to the type to convert to: {@code Single}, {@code Maybe}, {@code Completable}, {@code Flowable} or {@code Observable} of RxJava 2,
 *     or {@code CompletionStage}
 * @param conversion returns an object of this type. It is called in the context of the request, and must not subscribe
 */
public record ResultConversion(Class<?> to, Function<Object, Object> conversion) {}
