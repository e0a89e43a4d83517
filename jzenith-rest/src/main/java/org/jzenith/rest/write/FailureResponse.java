package org.jzenith.rest.write;

import org.jzenith.rest.pipeline.InvocationEnd;
import org.jzenith.rest.resteasy.RestResponse;

import java.util.Set;
import org.jboss.resteasy.core.ExceptionHandler;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.error.Errors;

/** Answers the failure of an invocation as the application's mappers say, or else by the table of errors. */
public final class FailureResponse {

    private FailureResponse() {}

    /** Writes the response, or breaks off the one that has begun. */
    public static void write(final InvocationEnd invocation, final Throwable cause) {
        final RestResponse made = invocation.responseIfMade();
        if (made != null && made.isCommitted()) {
            invocation.end();
            return;
        }
        if (made != null) {
            made.discardBody();
        }
        final Errors.TableAnswer answer = invocation.pipeline().plainAnswer(cause, invocation);
        if (answer != null) {
            send(invocation, made, answer);
            return;
        }
        final BuiltResponse mapped;
        try {
            mapped = ResultResponse.built(
                    invocation.request(),
                    new ExceptionHandler(invocation.pipeline().providers(), Set.of())
                            .handleException(invocation.request(), cause));
        } catch (final Throwable e) {
            invocation.fail(e);
            return;
        }
        invocation.write(mapped, null);
    }

    /** Sends an answer of the table, with the headers that were set in RESTEasy's response before. */
    private static void send(
            final InvocationEnd invocation, final @Nullable RestResponse made, final Errors.TableAnswer answer) {
        if (answer.response() == null && (made == null || !made.hasHeaders())) {
            invocation.exchange().response().answerProblem(answer.status(), answer.body());
            invocation.sent();
        } else {
            invocation.response().setError(answer.toResponse());
            invocation.end();
        }
    }
}
