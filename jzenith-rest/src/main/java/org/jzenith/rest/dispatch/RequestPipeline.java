package org.jzenith.rest.dispatch;

import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.resteasy.core.PostResourceMethodInvokers;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.specimpl.RequestImpl;
import org.jboss.resteasy.spi.ApplicationException;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ResteasyAsynchronousContext;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.route.MethodTable;

/** What all requests have in common: the steps before a method is known, and the table of methods. */
final class RequestPipeline {

    private final SynchronousDispatcher resteasy;
    private final Errors errors;

    /** Whether response filters or writer interceptors see every response. */
    private final boolean observed;

    private final ClassValue<Boolean> leftToTable;
    private final Map<Class<?>, Object> defaults;
    private final Step[] first;

    RequestPipeline(
            final SynchronousDispatcher resteasy,
            final MethodTable<Endpoint> table,
            final Errors errors,
            final String basePath) {
        this.resteasy = resteasy;
        this.errors = errors;
        this.observed = providers().getContainerResponseFilterRegistry().postMatch(null, null).length > 0
                || providers().getServerWriterInterceptorRegistry().postMatch(null, null).length > 0;
        this.leftToTable = new ClassValue<>() {
            @Override
            protected Boolean computeValue(final Class<?> type) {
                return errors.leavesToTable(type.asSubclass(Throwable.class), providers());
            }
        };
        this.defaults = defaults(resteasy.getDefaultContextObjects());
        final ContainerRequestFilter[] filters =
                providers().getContainerRequestFilterRegistry().preMatch();
        final List<Step> steps = new ArrayList<>();
        FilterRequest.addAll(filters, providers(), false, steps);
        steps.add(new MatchMethod(table, basePath));
        first = steps.toArray(Step[]::new);
    }

    /** What {@code @Context} means for a type, where nobody has set it; null if it means nothing. */
    @Nullable
    Object contextObject(final Class<?> type, final Invocation invocation) {
        final Exchange exchange = invocation.exchange();
        final CompiledMethod method = invocation.method();
        if (type == HttpRequest.class) {
            return exchange.request();
        }
        if (type == HttpResponse.class) {
            return exchange.response();
        }
        if (type == HttpHeaders.class) {
            return exchange.headers();
        }
        if (type == UriInfo.class) {
            return exchange.request().getUri();
        }
        if (type == Request.class) {
            return new RequestImpl(exchange.request(), exchange.response());
        }
        if (type == ResteasyAsynchronousContext.class) {
            return exchange.request().getAsyncContext();
        }
        if (type == PostResourceMethodInvokers.class) {
            return new PostResourceMethodInvokers();
        }
        if (type == ResourceContext.class) {
            return new RequestResources(exchange);
        }
        if (type == ResourceInfo.class) {
            return method;
        }
        if (type == Configuration.class && method != null) {
            return method.configuration();
        }
        return defaults.get(type);
    }

    private record RequestResources(Exchange exchange) implements ResourceContext {

        @Override
        public <T> T getResource(final Class<T> type) {
            return exchange.providers().injectedInstance(type, exchange.request(), exchange.response());
        }

        @Override
        public <T> T initResource(final T resource) {
            exchange.providers().injectProperties(resource, exchange.request(), exchange.response());
            return resource;
        }
    }

    /** The response to a failure that is left to the table of errors, if nobody else sees it; otherwise null. */
    @Nullable
    Response plainResponse(final Throwable failure, final Invocation invocation) {
        final CompiledMethod method = invocation.method();
        if (method == null ? observed : method.isResponseObserved()) {
            return null;
        }
        final Throwable thrown =
                failure instanceof ApplicationException && failure.getCause() != null ? failure.getCause() : failure;
        return leftToTable.get(thrown.getClass())
                ? errors.tableResponse(
                        thrown,
                        invocation.exchange().method(),
                        invocation.exchange().rawPath())
                : null;
    }

    /** The steps before the method is known. */
    Step[] first() {
        return first;
    }

    /** The steps that answer with a response where no method is known. */
    Step[] responseWithoutMethod() {
        return new Step[] {WriteResponse.WITHOUT_METHOD};
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private static Map<Class<?>, Object> defaults(final Map<Class, Object> objects) {
        return Map.copyOf((Map) objects);
    }

    ResteasyProviderFactory providers() {
        return resteasy.getProviderFactory();
    }

    Set<String> unwrappedExceptions() {
        return resteasy.getUnwrappedExceptions();
    }
}
