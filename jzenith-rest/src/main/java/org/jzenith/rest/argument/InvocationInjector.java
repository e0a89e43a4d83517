package org.jzenith.rest.argument;

import org.jboss.resteasy.spi.ValueInjector;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.pipeline.Invocation;

/** An injector of RESTEasy that reads arguments without RESTEasy's view of the request, which costs more than a simple request. */
interface InvocationInjector extends ValueInjector {

    /** Reads the argument; null if it is missing. */
    @Nullable
    Object read(Invocation invocation);
}
