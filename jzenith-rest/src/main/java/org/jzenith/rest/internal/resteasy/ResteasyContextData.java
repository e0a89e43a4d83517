package org.jzenith.rest.internal.resteasy;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.InputStream;
import java.security.Principal;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jboss.resteasy.core.PostResourceMethodInvokers;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.plugins.server.Cleanables;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ResteasyAsynchronousContext;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.internal.construct.LifecycleMethods;
import org.jzenith.rest.internal.rx.Subscriptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request's objects for {@code @Context} and RESTEasy. {@code @Context} proxies read them on any thread that works
 * for the request. Nearly all are created on first access. Safe for use by many threads.
 */
public final class ResteasyContextData extends AbstractMap<Class<?>, Object> implements ThreadLocalAccessor {

    private static final Logger LOGGER = LoggerFactory.getLogger(ResteasyContextData.class);

    /** The types that each request has an {@code @Context} object of. */
    private static final Set<Class<?>> CONTEXTS = Set.of(
            Cleanables.class,
            Configuration.class,
            ContainerRequestContext.class,
            HttpHeaders.class,
            HttpRequest.class,
            HttpResponse.class,
            PostResourceMethodInvokers.class,
            Request.class,
            ResourceContext.class,
            ResourceInfo.class,
            ResteasyAsynchronousContext.class,
            SecurityContext.class,
            Sse.class,
            SseEventSink.class,
            UriInfo.class);

    private final RoutedRequest routed;
    private final Subscriptions subscriptions;
    private volatile @Nullable RequestHeaders headers;
    private volatile @Nullable RestRequest request;
    private volatile @Nullable RestResponse response;
    private volatile @Nullable RequestUri uri;
    private volatile @Nullable RequestCleanables cleanables;

    /** The objects that RESTEasy and the application have added; null while there are none. */
    private volatile @Nullable Map<Class<?>, Object> objects;

    private int holders;

    /**
     * Creates it.
     *
     * @param routed the request
     * @param subscriptions end with the request
     */
    public ResteasyContextData(final RoutedRequest routed, final Subscriptions subscriptions) {
        this.routed = routed;
        this.subscriptions = subscriptions;
    }

    @Override
    public void enter() {
        ResteasyContext.pushContextDataMap(this);
    }

    /** Removes all levels, because RESTEasy does not always remove those that it adds. */
    @Override
    public void leave() {
        for (int count = ResteasyContext.getContextDataLevelCount(); count > 0; count--) {
            ResteasyContext.removeContextDataLevel();
        }
    }

    @Override
    public void fatalError(final VirtualMachineError error) {
        routed.exchange().executeLater(() -> {
            throw error;
        });
    }

    @Override
    public String description() {
        return routed.exchange().description();
    }

    /** Returns the headers of the request, created on first use, on any thread. */
    public RequestHeaders headers() {
        final RequestHeaders made = headers;
        return made == null ? makeHeaders() : made;
    }

    private synchronized RequestHeaders makeHeaders() {
        if (headers == null) {
            headers = new RequestHeaders(
                    routed.exchange().request().headers(),
                    routed.exchange().request().mayRepeatHeaders());
        }
        return headers;
    }

    /** Returns true if the headers of the request say something of bodies, languages or cookies, or may have been changed. */
    public boolean hasDescribingHeaders() {
        return headers != null || routed.exchange().request().hasDescribingHeaders();
    }

    public Subscriptions subscriptions() {
        return subscriptions;
    }

    /** Returns RESTEasy's request, created on first use, on any thread. */
    public synchronized RestRequest request() {
        if (request == null) {
            request = new RestRequest(routed, headers());
        }
        return request;
    }

    /** Returns the HTTP method as it is now: a filter may have changed it. */
    public String httpMethod() {
        final RestRequest made = request;
        return made == null ? routed.exchange().request().method().name() : made.getHttpMethod();
    }

    /** Returns the received body, or what a filter has put in its place. */
    public InputStream body() {
        final RestRequest made = request;
        return made == null ? routed.exchange().body().stream() : made.getInputStream();
    }

    /**
     * Reads the body on a worker thread.
     *
     * @return completes on the event loop; never if the request finishes before
     */
    public CompletionStage<@Nullable Object> readOnWorker(final Callable<@Nullable Object> reading) {
        final Exchange exchange = routed.exchange();
        return exchange.workers().run(exchange.body().onWorker(reading), retain());
    }

    /** Gives the received body to RESTEasy's request if that exists already. */
    public void bodyReceived() {
        final RestRequest made = request;
        if (made != null) {
            made.received(routed.exchange().body().stream());
        }
    }

    /** Returns the principal of the {@code SecurityContext} that a filter has set, otherwise that of the listener's guard. */
    public @Nullable String user() {
        final SecurityContext set = ifMade(SecurityContext.class);
        final Principal principal = set == null ? routed.exchange().request().principal() : set.getUserPrincipal();
        return principal == null ? null : principal.getName();
    }

    /** Tells the callbacks of a suspended request that its response is sent, or why there is none. */
    public void completed(final @Nullable Throwable error) {
        final RequestAsyncContext suspended = suspended();
        if (suspended != null) {
            suspended.finished(error);
        }
    }

    /** Tells the callbacks of a suspended request that the client has disconnected. */
    public void disconnected() {
        final RequestAsyncContext suspended = suspended();
        if (suspended != null) {
            suspended.disconnected();
        }
    }

    private @Nullable RequestAsyncContext suspended() {
        final RestRequest made = request;
        return made == null ? null : made.suspended();
    }

    /** Returns RESTEasy's response, created on first use, on any thread. */
    public synchronized RestResponse response() {
        if (response == null) {
            response = new RestResponse(routed.exchange(), routed.container(), () -> uri().getBaseUri());
        }
        return response;
    }

    /** Returns RESTEasy's response; null if nobody has asked for it. */
    @Nullable
    public RestResponse responseIfMade() {
        return response;
    }

    /** Returns the URI of the request, created on first use, on any thread. */
    public synchronized RequestUri uri() {
        if (uri == null) {
            uri = new RequestUri(routed);
        }
        return uri;
    }

    /** Returns the URI; null if nobody has asked for it. */
    @Nullable
    public RequestUri uriIfMade() {
        return uri;
    }

    /** Returns true if a filter has replaced the URI. */
    public boolean isUriChanged() {
        final RequestUri made = uri;
        return made != null && made.isReplaced();
    }

    /** Adds to the cleanup of the request. */
    public void addCleanup(final Runnable work) {
        cleanables().addCleanable(work::run);
    }

    /** Calls {@code @PostConstruct} now and {@code @PreDestroy} when the request has ended, once for each object. */
    public void begin(final Object made, final LifecycleMethods lifecycle) {
        if (cleanables().isFirst(made)) {
            lifecycle.postConstruct(made);
            addCleanup(RequestContext.wrap(() -> lifecycle.preDestroy(made)));
        }
    }

    /**
     * Ends the request.
     *
     * @param context the context of the request, which is not current
     */
    public void finished(final RequestContext context) {
        if (subscriptions.isEmpty()) {
            subscriptions.dispose();
        } else {
            try {
                context.run(subscriptions::dispose);
            } catch (final RuntimeException e) {
                LOGGER.warn("The subscriptions of a request could not be disposed.", LogText.escape(e));
            }
        }
        clean();
    }

    /** Runs the cleanup of body readers if the request has ended and no other thread works for it. */
    private void clean() {
        final RequestCleanables made = cleanables;
        if (made != null) {
            made.clean();
        }
    }

    /**
     * Retains the body and the files made of it for a thread whose work may outlast the request.
     *
     * @return releases them, on any thread; it is run once
     */
    public Runnable retain() {
        final Runnable body = routed.exchange().body().retain();
        synchronized (this) {
            holders++;
        }
        return () -> {
            body.run();
            release();
        };
    }

    private void release() {
        synchronized (this) {
            holders--;
        }
        clean();
    }

    private synchronized boolean isDone() {
        return holders == 0 && subscriptions.isEnded();
    }

    /** Returns the cleanup of the request, created on first use, on any thread. */
    public synchronized RequestCleanables cleanables() {
        if (cleanables == null) {
            cleanables = new RequestCleanables(this::isDone);
        }
        return cleanables;
    }

    @Override
    public @Nullable Object get(final Object key) {
        if (key == Subscriptions.class) {
            return subscriptions;
        }
        if (key == Cleanables.class) {
            return cleanables();
        }
        final Object own = own(key);
        if (own != null) {
            return own;
        }
        final Object made = CONTEXTS.contains(key) ? context(key) : null;
        return made == null ? routed.container().contextDefault((Class<?>) key) : made;
    }

    /** Returns null for an object that steps add, or that is a default of the application. No map of functions: each is a class at start. */
    private @Nullable Object context(final Object type) {
        if (type == UriInfo.class) {
            return uri();
        }
        if (type == HttpHeaders.class) {
            return headers();
        }
        if (type == SecurityContext.class) {
            return ConnectionSecurityContext.of(routed.exchange());
        }
        if (type == HttpRequest.class) {
            return request();
        }
        if (type == HttpResponse.class) {
            return response();
        }
        if (type == ContainerRequestContext.class) {
            return request().context();
        }
        if (type == Request.class) {
            return computeIfAbsent(Request.class, key -> new ConditionalRequest(request(), response()));
        }
        if (type == ResourceInfo.class) {
            return routed.call().resourceInfo();
        }
        if (type == ResourceContext.class) {
            return new RequestResources(routed);
        }
        if (type == Configuration.class) {
            return routed.call().configuration();
        }
        if (type == ResteasyAsynchronousContext.class) {
            return request().getAsyncContext();
        }
        return type == PostResourceMethodInvokers.class
                ? computeIfAbsent(PostResourceMethodInvokers.class, key -> new PostResourceMethodInvokers())
                : null;
    }

    /** Returns an object that RESTEasy or the application has added, or that was asked for before; null if there is none. */
    public <T> @Nullable T ifMade(final Class<T> type) {
        return type.cast(own(type));
    }

    /** Returns true if each request has an {@code @Context} object of a type, beside the defaults of the application. */
    public static boolean hasContext(final Class<?> type) {
        return CONTEXTS.contains(type);
    }

    @Override
    public boolean containsKey(final Object key) {
        return get(key) != null;
    }

    /** RESTEasy puts null for an absent value. */
    @Override
    public @Nullable Object put(final Class<?> key, final @Nullable Object value) {
        return value == null ? remove(key) : objects().put(key, value);
    }

    private @Nullable Object own(final Object key) {
        final Map<Class<?>, Object> present = objects;
        return present == null ? null : present.get(key);
    }

    private synchronized Map<Class<?>, Object> objects() {
        if (objects == null) {
            objects = new ConcurrentHashMap<>();
        }
        return objects;
    }

    @Override
    public @Nullable Object remove(final Object key) {
        final Map<Class<?>, Object> present = objects;
        return present == null ? null : present.remove(key);
    }

    @Override
    public Object computeIfAbsent(final Class<?> key, final Function<? super Class<?>, ?> maker) {
        return objects().computeIfAbsent(key, maker);
    }

    @Override
    public Set<Map.Entry<Class<?>, Object>> entrySet() {
        return objects().entrySet();
    }

    private record RequestResources(RoutedRequest routed) implements ResourceContext {

        @Override
        public <T> T getResource(final Class<T> type) {
            return routed.container()
                    .providers()
                    .injectedInstance(
                            type, routed.data().request(), routed.data().response());
        }

        @Override
        public <T> T initResource(final T resource) {
            routed.container()
                    .providers()
                    .injectProperties(
                            resource, routed.data().request(), routed.data().response());
            return resource;
        }
    }
}
