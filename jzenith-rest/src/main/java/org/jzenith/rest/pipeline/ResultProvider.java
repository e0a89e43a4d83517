package org.jzenith.rest.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * Converts results of another library, such as its streams. jZenith asks it about the declared result of each resource method at startup,
 * and once about each class of entities in a {@code Response}. jZenith does not ask it about jZenith's own types, or about those of the
 * application's {@code AsyncResponseProvider}s and {@code AsyncStreamProvider}s. Must be safe for use by many threads.
 */
@FunctionalInterface
public interface ResultProvider {

    /**
     * Returns the conversion of a class.
     *
     * @param type the type of a result or an entity
     * @return the conversion to a type of RxJava 2 or a {@code CompletionStage}; null if the class does not belong to this library
     */
    @Nullable
    ResultConversion conversionOf(Class<?> type);
}
