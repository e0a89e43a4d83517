package org.jzenith.rest.internal.argument;

import com.google.inject.ProvisionException;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.WebApplicationException;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.CompletionStageHolder;
import org.jboss.resteasy.spi.ApplicationException;
import org.jboss.resteasy.spi.Failure;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.pipeline.ArgumentReader;

/** Reads the arguments of the method from the request. An argument may come later: a large body is read by a worker. */
final class ReadArguments implements RestStep {

    private final ArgumentReader[] readers;

    ReadArguments(final ArgumentReader[] readers) {
        this.readers = readers;
    }

    @Override
    public boolean run(final RestInvocation invocation) {
        final Object[] values = new Object[readers.length];
        CompletionStage<?> later = null;
        for (int i = 0; i < values.length; i++) {
            final Object value = read(readers[i], invocation);
            if (value instanceof CompletionStage<?> stage) {
                final int index = i;
                final CompletionStage<?> set =
                        stage.thenAccept(read -> values[index] = CompletionStageHolder.resolve(read));
                later = later == null ? set : later.thenCombine(set, (one, other) -> null);
            } else {
                values[i] = CompletionStageHolder.resolve(value);
            }
        }
        invocation.call().setArguments(values);
        if (later == null) {
            return true;
        }
        if (!invocation.exchange().isOnEventLoop()) {
            later.toCompletableFuture().join(); // a method that blocks has a thread to wait on
            return true;
        }
        final Runnable resume = invocation.suspension().begin();
        later.whenComplete((done, error) -> {
            if (error == null) {
                resume.run();
            } else {
                invocation.exchange().execute(() -> invocation.fail(error));
            }
        });
        return false;
    }

    private @Nullable Object read(final ArgumentReader reader, final RestInvocation invocation) {
        try {
            return reader.read(invocation);
        } catch (final WebApplicationException | Failure | MalformedRequestException | ProvisionException e) {
            throw e;
        } catch (final ApplicationException e) {
            // The code of a @BeanParam refuses a value with an IllegalArgumentException; others are its failures.
            throw e.getCause() instanceof final IllegalArgumentException refused ? new BadRequestException(refused) : e;
        } catch (final Exception e) {
            throw new BadRequestException(e);
        }
    }
}
