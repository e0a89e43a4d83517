package org.jzenith.rest.dispatch;

import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.jboss.resteasy.core.ExceptionHandler;
import org.jboss.resteasy.core.MessageBodyParameterInjector;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.core.ServerResponseWriter;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.represent.ResultResponse;

/**
 * RESTEasy's dispatcher, but with one rule for synchronous and asynchronous responses, for which RESTEasy has different
 * ones.
 */
final class RestDispatcher extends SynchronousDispatcher {

    RestDispatcher(final ResteasyProviderFactory providers) {
        super(providers);
    }

    @Override
    protected void writeResponse(final HttpRequest request, final HttpResponse response, final Response result) {
        final Response acceptable;
        try {
            acceptable = ResultResponse.acceptable(request, result);
        } catch (final NotAcceptableException e) {
            writeException(request, response, e, failure -> {});
            return;
        }
        super.writeResponse(request, response, acceptable);
    }

    /** The context data is that of the request already. RESTEasy would populate it again, and drop its cleanup. */
    @Override
    public void asynchronousDelivery(
            final HttpRequest request,
            final HttpResponse response,
            final @Nullable Response result,
            final Consumer<Throwable> onComplete)
            throws IOException {
        if (result != null) {
            ServerResponseWriter.writeNomapResponse(
                    ResultResponse.built(result), request, response, providerFactory, onComplete);
        }
    }

    @Override
    public void asynchronousExceptionDelivery(
            final HttpRequest request,
            final HttpResponse response,
            final Throwable error,
            final Consumer<Throwable> onComplete) {
        writeException(request, response, error, onComplete);
    }

    /** Never throws: if a mapper or writer fails, the answer is that of an unknown failure. */
    @Override
    public void writeException(
            final HttpRequest request,
            final HttpResponse response,
            final Throwable error,
            final Consumer<@Nullable Throwable> onComplete) {
        final Exchange exchange = ((RestRequest) request).exchange();
        if (response.isCommitted()) {
            onComplete.accept(null);
            return;
        }
        exchange.response().discardBody();
        try {
            final Response mapped =
                    new ExceptionHandler(providerFactory, unwrappedExceptions).handleException(request, error);
            ServerResponseWriter.writeNomapResponse(
                    ResultResponse.built(mapped), request, response, providerFactory, failure -> {
                        if (failure != null) {
                            fail(exchange, failure, error);
                        }
                        onComplete.accept(failure);
                    });
        } catch (final Throwable failure) {
            fail(exchange, failure, error);
            onComplete.accept(failure);
        }
    }

    private static void fail(final Exchange exchange, final Throwable failure, final Throwable error) {
        if (exchange.isFinished()) {
            return; // RESTEasy reports some failures twice
        }
        if (failure != error) {
            failure.addSuppressed(error);
        }
        exchange.fail(failure);
    }

    /** The cleanup, such as deleting the file of a body, runs when the request has ended, not before. */
    @Override
    public void clearContextData() {
        final Map<Class<?>, Object> context = ResteasyContext.getContextDataMap(false);
        if (context != null) {
            ResteasyContext.clearContextData();
        }
        MessageBodyParameterInjector.clearBodies();
    }
}
