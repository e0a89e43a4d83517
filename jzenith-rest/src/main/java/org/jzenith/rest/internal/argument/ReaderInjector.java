package org.jzenith.rest.internal.argument;

import java.util.function.Supplier;
import org.jboss.resteasy.spi.ApplicationException;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ValueInjector;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.pipeline.RestArgumentReader;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.pipeline.ArgumentReader;

/**
 * A reader in the place of RESTEasy's injector.
 *
 * @param standard makes RESTEasy's injector, for requests that this server has not received and where there is no request
 */
record ReaderInjector(ArgumentReader reader, Supplier<ValueInjector> standard) implements ValueInjector {

    /** Returns the reader of a parameter that has an injector. */
    static ArgumentReader readerOf(final ValueInjector injector) {
        if (injector instanceof final ReaderInjector own) {
            return own.reader();
        }
        if (injector instanceof final ArgumentReader own) {
            return own;
        }
        final RestArgumentReader standard =
                invocation -> injector.inject(invocation.request(), invocation.response(), true);
        return standard;
    }

    @Override
    public @Nullable Object inject(final HttpRequest request, final HttpResponse response, final boolean unwrapAsync) {
        final RestInvocation invocation = RestInvocation.of(request);
        if (invocation == null) {
            return standard.get().inject(request, response, unwrapAsync);
        }
        try {
            return reader.read(invocation);
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new ApplicationException(e);
        }
    }

    @Override
    public @Nullable Object inject(final boolean unwrapAsync) {
        return standard.get().inject(unwrapAsync);
    }
}
