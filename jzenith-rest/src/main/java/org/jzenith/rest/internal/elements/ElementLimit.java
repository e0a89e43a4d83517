package org.jzenith.rest.internal.elements;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.body.ExchangeBody;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.body.MaxElements;
import org.jzenith.rest.error.ProblemException;
import org.jzenith.rest.internal.json.JsonEntities;
import org.jzenith.rest.internal.memory.ValueEstimate;
import org.jzenith.rest.pipeline.MethodModel;

/**
 * The limit for the elements of one body. By default it is that of a document, because a method may collect all elements.
 *
 * @param elements the maximum number of elements
 * @param tokens the maximum number of tokens of all elements
 * @param memory estimates the memory of collected elements; null if they are not collected
 */
record ElementLimit(long elements, long tokens, @Nullable ValueEstimate memory) {

    private static final int TOO_LARGE = 413;

    static ElementLimit of(final MethodModel method, final long maxTokens, final ValueEstimate memory) {
        final MaxElements declared = method.annotation(MaxElements.class);
        if (declared == null) {
            return new ElementLimit(Long.MAX_VALUE, maxTokens, memory);
        }
        if (declared.value() < 1) {
            throw new StartException(
                    StartProblem.of("@MaxElements(" + declared.value() + ") on " + method + " must be at least 1.")
                            .from(method.getResourceClass().getName())
                            .remedy("Set a number of at least 1, or MaxElements.UNLIMITED."));
        }
        return new ElementLimit(declared.value(), Long.MAX_VALUE, null);
    }

    /** Returns the memory to reserve until the request ends, or refuses the body. */
    long memory(final ExchangeBody body, final long length, final long foundTokens) {
        return memory == null ? 0 : memory.memoryOfElements(body, length, foundTokens);
    }

    /** Refuses a body that has more elements. */
    void check(final long foundElements, final long foundTokens) {
        if (foundElements > elements) {
            throw new ProblemException(Problem.of(TOO_LARGE)
                    .withDetail("The body has more than " + elements + " elements.")
                    .withMember("limit", "max-elements"));
        }
        if (foundTokens > tokens) {
            throw JsonEntities.tooManyTokens(tokens);
        }
    }
}
