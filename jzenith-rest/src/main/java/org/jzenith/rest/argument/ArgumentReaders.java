package org.jzenith.rest.argument;

import org.jzenith.rest.elements.BodyElements;
import org.jzenith.rest.elements.BodyPieces;
import org.jzenith.rest.pipeline.ArgumentReader;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.util.Set;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.MethodParameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;

/** Chooses how the arguments of a method are read. */
public final class ArgumentReaders {

    /** What may be passed as it is; for other types RESTEasy makes a proxy. */
    private static final Set<Class<?>> CONTEXT =
            Set.of(UriInfo.class, HttpHeaders.class, Request.class, SecurityContext.class);

    private ArgumentReaders() {}

    public static ArgumentReader of(
            final MethodParameter parameter, final ValueInjector injector, final ResteasyProviderFactory providers) {
        if (BodyPieces.areElementsTakenBy(parameter)) {
            return BodyElements.of(parameter, providers);
        }
        if (BodyPieces.arePartsTakenBy(parameter)) {
            return BodyPieces::partsOf;
        }
        if (BodyPieces.isTakenBy(parameter)) {
            return BodyPieces::of;
        }
        if (injector instanceof ArgumentReader own) {
            return own;
        }
        final ArgumentReader byInjector =
                invocation -> injector.inject(invocation.request(), invocation.response(), true);
        return parameter.getParamType() == ParamType.CONTEXT && CONTEXT.contains(parameter.getType())
                ? context(parameter.getType(), byInjector)
                : byInjector;
    }

    private static ArgumentReader context(final Class<?> type, final ArgumentReader proxy) {
        return invocation -> {
            final Object current = ResteasyContext.getContextData(type);
            return current == null ? proxy.read(invocation) : current;
        };
    }
}
