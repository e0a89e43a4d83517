package org.jzenith.rest.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * Knows results of another library, such as its streams. It is asked about the declared result of each resource method at start, and
 * once about each class of entities that a {@code Response} has. jZenith's own types, and those of the application's {@code
 * AsyncResponseProvider}s and {@code AsyncStreamProvider}s, keep their meaning: it is not asked about them. Must be safe for use
 * by many threads.
 */
@FunctionalInterface
public interface ResultProvider {

    /**
     * Looks at a class.
     *
     * @param type the type of a result or an entity
     * @return converts values to a type of RxJava 2 or a {@code CompletionStage}; null if the class is not of this library
     */
    @Nullable
    ResultConversion conversionOf(Class<?> type);
}
