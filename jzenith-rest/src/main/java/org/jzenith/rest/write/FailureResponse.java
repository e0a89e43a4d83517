package org.jzenith.rest.write;

import java.util.Set;
import org.jboss.resteasy.core.ExceptionHandler;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.error.Unwrapping;
import org.jzenith.rest.pipeline.FailureWriter;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.resteasy.RestRequest;
import org.jzenith.rest.resteasy.RestResponse;

/** Responds to the failure of an invocation as the application's mappers say, or else by the table of errors. */
public final class FailureResponse implements FailureWriter {

    private final Errors errors;
    private final ResteasyProviderFactory providers;

    /** True if any response filter or writer interceptor applies to all responses. */
    private final boolean observed;

    private final ClassValue<Boolean> leftToTable;

    /**
     * Creates it.
     *
     * @param errors the table of errors
     * @param providers with the application's mappers
     */
    public FailureResponse(final Errors errors, final ResteasyProviderFactory providers) {
        this.errors = errors;
        this.providers = providers;
        this.observed = providers.getContainerResponseFilterRegistry().postMatch(null, null).length > 0
                || providers.getServerWriterInterceptorRegistry().postMatch(null, null).length > 0;
        this.leftToTable = new ClassValue<>() {
            @Override
            protected Boolean computeValue(final Class<?> type) {
                return errors.leavesToTable(type.asSubclass(Throwable.class), providers);
            }
        };
    }

    @Override
    public void write(final Invocation invocation, final Throwable cause) {
        final RestResponse made = invocation.data().responseIfMade();
        if (made != null && made.isCommitted()) {
            invocation.send();
            return;
        }
        if (made != null) {
            made.discardBody();
        }
        final Errors.TableResponse response = plainResponse(invocation, cause);
        if (response != null) {
            send(invocation, made, response);
            return;
        }
        final BuiltResponse mapped;
        try {
            mapped = ResultResponse.built(
                    invocation.request(),
                    new ExceptionHandler(providers, Set.of()).handleException(invocation.request(), cause));
        } catch (final Throwable e) {
            invocation.fail(e);
            return;
        }
        EntityWriting.write(invocation, mapped, null);
    }

    /** Returns the response to a failure that is left to the table of errors, if nobody else sees it; otherwise null. */
    private Errors.@Nullable TableResponse plainResponse(final Invocation invocation, final Throwable failure) {
        final MethodModel method = invocation.method();
        if (method == null ? observed : method.isResponseObserved()) {
            return null;
        }
        final Throwable thrown = Unwrapping.ofMethod(failure);
        return leftToTable.get(thrown.getClass())
                ? errors.tableResponse(
                        thrown,
                        invocation.exchange().request().method().name(),
                        RestRequest.sentPath(invocation.exchange()))
                : null;
    }

    /** Sends a response of the table, with the headers that were set in RESTEasy's response before. */
    private static void send(
            final Invocation invocation, final @Nullable RestResponse made, final Errors.TableResponse response) {
        if (response.response() == null && (made == null || !made.hasHeaders())) {
            invocation.exchange().response().sendEncodedProblem(response.status(), response.body());
            invocation.sent();
        } else {
            invocation.response().setError(response.toResponse());
            invocation.send();
        }
    }
}
