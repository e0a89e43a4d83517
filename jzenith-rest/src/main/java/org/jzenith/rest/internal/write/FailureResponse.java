package org.jzenith.rest.internal.write;

import java.util.Set;
import org.jboss.resteasy.core.ExceptionHandler;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jzenith.rest.internal.pipeline.FailureWriter;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.resteasy.RestResponse;

/** Responds to the failure of an invocation as the application's mappers say, or else by the table of errors. */
public final class FailureResponse implements FailureWriter {

    private final ResteasyProviderFactory providers;

    /**
     * Creates it.
     *
     * @param providers with the mappers
     */
    public FailureResponse(final ResteasyProviderFactory providers) {
        this.providers = providers;
    }

    @Override
    public void write(final RestInvocation invocation, final Throwable cause) {
        final RestResponse made = invocation.data().responseIfMade();
        if (made != null && made.isCommitted()) {
            invocation.send();
            return;
        }
        if (made != null) {
            made.discardBody();
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
}
