package org.jzenith.rest.pipeline;

import org.jzenith.rest.entity.OwnProviders;
import org.jzenith.rest.resteasy.RequestHeaders;
import org.jzenith.rest.resteasy.RequestUri;
import org.jzenith.rest.resteasy.RestRequest;
import org.jzenith.rest.resteasy.RestResponse;
import org.jzenith.rest.resteasy.ResteasyContextData;

import io.vertx.core.http.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.io.InputStream;
import java.security.Principal;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.core.registry.SegmentNode;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.exchange.Exchange;
import org.jzenith.http.exchange.RequestHandler;
import org.jzenith.rest.construct.LifecycleMethods;
import org.jzenith.rest.multipart.MultipartForms;
import org.jzenith.rest.rx.Subscriptions;

/**
 * What is known of one request: the method that answers it, the resource, the arguments and the result, as far as the steps have
 * come, and Jakarta REST's view of it.
 */
public abstract class InvocationState implements RequestHandler.Call {

    private static final CharSequence ACCEPT = HttpHeaders.createOptimized("Accept");

    public final Exchange exchange;
    public final RequestPipeline pipeline;
    public @Nullable CompiledMethod method;
    public @Nullable PathMatch pathMatch;
    public @Nullable Object resource;
    public Object @Nullable [] arguments;
    public @Nullable Object returned;
    public @Nullable Object result;
    private boolean hasResult;
    public MultipartForms.@Nullable FormParts form;

    InvocationState(final Exchange exchange, final RequestPipeline pipeline) {
        this.exchange = exchange;
        this.pipeline = pipeline;
    }

    /** What Jakarta REST and RESTEasy know of the request. */
    abstract ResteasyContextData data();

    @Override
    public ResteasyContextData threadLocals() {
        return data();
    }

    /** The method or locator is known. */
    void matched(final PathMatch found) {
        pathMatch = found;
        arguments = null; // those of the locator
        if (found.selection().target() instanceof CompiledMethod compiled) {
            method = compiled;
            exchange.matched(compiled.route(), compiled);
        }
        if (found.selection().negotiated()) {
            exchange.response().addVary(ACCEPT);
        }
        final RequestUri uri = data().uriIfMade();
        if (uri != null) {
            uri.matched(found);
        }
    }

    /** Tells the URI as RESTEasy sees it what has been matched by now. */
    public void describe(final ResteasyUriInfo uri) {
        if (pathMatch != null) {
            pathMatch.describe(uri);
            if (resource != null) {
                uri.pushCurrentResource(resource);
            }
        }
    }

    /** What RESTEasy looks up among the attributes of a request, unless somebody has set it. */
    @Nullable
    public Object attribute(final String name) {
        final CompiledMethod known = method;
        final PathMatch match = pathMatch;
        if (known == null || match == null) {
            return null;
        }
        if (name.equals(ResourceMethodInvoker.class.getName())) {
            return known.invoker();
        }
        return name.equals(SegmentNode.RESTEASY_CHOSEN_ACCEPT)
                ? match.selection().chosen()
                : null;
    }

    public PathMatch requirePathMatch() {
        return Objects.requireNonNull(pathMatch);
    }

    @Nullable
    public PathMatch pathMatch() {
        return pathMatch;
    }

    /** Whether a writer of the application writes a source, such as a {@code Flowable}, as a whole. */
    public boolean writesSource(final Class<?> type, final @Nullable MediaType declared) {
        final OwnProviders writers = pipeline.writersOfSources();
        if (writers.isEmpty()) {
            return false;
        }
        final MediaType chosen = method == null
                ? MediaType.WILDCARD_TYPE
                : requirePathMatch().selection().chosen();
        return writers.mayTake(type, declared == null ? chosen : declared);
    }

    @Override
    public @Nullable String description() {
        final CompiledMethod known = method;
        return known == null ? null : known.toString();
    }

    /** The principal of the {@code SecurityContext} that a filter has set. */
    @Override
    public @Nullable String user() {
        final SecurityContext set = data().ifMade(SecurityContext.class);
        final Principal principal = set == null ? null : set.getUserPrincipal();
        return principal == null ? null : principal.getName();
    }

    /** The received body, or what a filter has put in its place. */
    public InputStream body() {
        final RestRequest made = data().requestIfMade();
        return made == null ? exchange.body().stream() : made.getInputStream();
    }

    /**
     * Reads the body on a worker thread.
     *
     * @return completes on the event loop; never if the request finishes before
     */
    public CompletionStage<@Nullable Object> readOnWorker(final Callable<@Nullable Object> reading) {
        return exchange.body().readOnWorker(reading, retain());
    }

    /**
     * Retains the body and the files made of it for work that may outlast the request. The returned action releases
     * them, on any thread; it is run once.
     */
    public Runnable retain() {
        final Runnable body = exchange.body().retain();
        data().retain();
        return () -> {
            body.run();
            data().release();
        };
    }

    /** The parts of the body, when they have arrived; null if it has none. */
    public MultipartForms.@Nullable FormParts form() {
        return form;
    }

    /** Keeps the parts of the body until the request has ended. */
    public void setForm(final MultipartForms.FormParts received) {
        form = received;
        atEnd(received::release);
    }

    /** Runs work when the request has ended and no other thread works for it. */
    public void atEnd(final Runnable work) {
        data().addCleanup(work);
    }

    /** Calls {@code @PostConstruct} of an object now and {@code @PreDestroy} when the request has ended, once for each object. */
    public void begin(final Object made, final LifecycleMethods lifecycle) {
        if (data().cleanables().isFirst(made)) {
            lifecycle.postConstruct(made);
            atEnd(RequestContext.wrap(() -> lifecycle.preDestroy(made)));
        }
    }

    /** The HTTP method as it is now: a filter may have changed it. */
    public String httpMethod() {
        final RestRequest made = data().requestIfMade();
        return made == null ? exchange.request().method().name() : made.getHttpMethod();
    }

    /** Whether a filter has replaced the URI. */
    public boolean isUriChanged() {
        final RequestUri uri = data().uriIfMade();
        return uri != null && uri.isReplaced();
    }

    /** What somebody has asked for; null if nobody has. */
    public <T> @Nullable T contextObjectIfMade(final Class<T> type) {
        return data().ifMade(type);
    }

    public RestRequest request() {
        return data().request();
    }

    public RestResponse response() {
        return data().response();
    }

    /** Null if nobody has asked for RESTEasy's response. */
    @Nullable
    public RestResponse responseIfMade() {
        return data().responseIfMade();
    }

    public RequestHeaders headers() {
        return data().headers();
    }

    public RequestUri uri() {
        return data().uri();
    }

    public Subscriptions subscriptions() {
        return data().subscriptions();
    }

    public Exchange exchange() {
        return exchange;
    }

    public RequestPipeline pipeline() {
        return pipeline;
    }

    @Nullable
    public CompiledMethod method() {
        return method;
    }

    public void setResource(final Object made) {
        resource = made;
        final RequestUri uri = data().uriIfMade();
        if (uri != null) {
            uri.found(made);
        }
    }

    public Object resource() {
        return Objects.requireNonNull(resource);
    }

    public void setArguments(final Object @Nullable [] values) {
        arguments = values;
    }

    public Object @Nullable [] arguments() {
        return arguments;
    }

    public void setReturned(final @Nullable Object value) {
        returned = value;
    }

    /** What the method has returned. */
    @Nullable
    public Object returned() {
        return returned;
    }

    void setResult(final @Nullable Object value) {
        result = value;
        hasResult = true;
    }

    /** What is answered: what the method has returned, or what has arrived later. */
    @Nullable
    public Object result() {
        return hasResult ? result : returned;
    }

    @Override
    public String toString() {
        return method == null ? "no method" : method.toString();
    }
}
