package org.jzenith.rest.pipeline;

import org.jzenith.rest.entity.ContentCodings;
import org.jzenith.rest.entity.OwnProviders;
import org.jzenith.rest.limit.AdmitValue;
import org.jzenith.rest.resteasy.RestRequest;
import org.jzenith.rest.step.FilterBodies;
import org.jzenith.rest.step.FilterRequest;
import org.jzenith.rest.step.MatchMethod;
import org.jzenith.rest.write.WriteResponse;

import com.google.inject.Injector;
import jakarta.ws.rs.core.Application;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.spi.ApplicationException;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jboss.resteasy.util.GetRestful;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.JZenithConfiguration;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.exchange.Exchange;
import org.jzenith.http.exchange.HttpHandler;
import org.jzenith.http.exchange.HttpMounts;
import org.jzenith.rest.check.ResourceCheck;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.construct.LifecycleMethods;
import org.jzenith.rest.multipart.MultipartForms;
import org.jzenith.rest.route.MethodTable;
import org.jzenith.rest.rx.Subscriptions;
import org.jzenith.rest.sse.ServerSentEvents;

/**
 * Answers requests by the resource methods of an application: what all requests have in common, made at start. Immutable
 * and safe for use by many threads.
 */
public final class RequestPipeline implements HttpHandler {

    /**
     * The resources and providers of the application.
     *
     * @param resources classes with {@code @Path}, bound in Guice
     * @param instances objects with {@code @Path}
     * @param providers classes bound in Guice, and objects, that support the handling
     * @param builtins objects that support the handling where the application provides none
     * @param application what {@code @Context Application} is
     * @param errors answers failures
     * @param subResourceCheck is given the class of a resource or sub-resource before its methods are called, and
     *     throws if they must not be
     * @param failsOnWarnings whether warnings about resources fail the start
     * @param basePath prefix of every path
     * @param bodies how bodies are read
     * @param rateLimitKeys how many clients one {@code @RateLimit} remembers
     * @param streams how streams are written
     * @param eventLimits of the sinks of server-sent events
     * @param forms the bodies that have parts
     */
    public record Parts(
            List<Class<?>> resources,
            List<Object> instances,
            List<Object> providers,
            List<Object> builtins,
            Application application,
            Errors errors,
            Consumer<Class<?>> subResourceCheck,
            boolean failsOnWarnings,
            String basePath,
            Bodies bodies,
            int rateLimitKeys,
            Subscriptions.Settings streams,
            EventLimits eventLimits,
            MultipartForms forms) {}

    /**
     * How many events may wait for clients.
     *
     * @param queue bytes for one client
     * @param all bytes for all clients together
     */
    public record EventLimits(long queue, long all) {}

    /**
     * How bodies are read.
     *
     * @param maxDocumentOnLoop bytes of a JSON document or element; a larger one is read on a worker thread
     * @param maxElement bytes of an element of a body that is read element by element; a larger one is refused
     * @param decoded the codings that the server decodes
     * @param maxFormFields fields of a form that has no parts; one with more is refused
     * @param maxTokens of a document
     */
    public record Bodies(
            long maxDocumentOnLoop, int maxElement, List<String> decoded, int maxFormFields, long maxTokens) {}

    /** The least memory that a token of a document is taken to need. */
    public static final int BYTES_OF_TOKEN = AdmitValue.OF_TOKEN;

    public final SynchronousDispatcher resteasy;
    private final Errors errors;
    public final Blocking blocking;
    public final Bodies bodies;
    public final FilterBodies filterBodies;
    public final MultipartForms forms;
    private final Subscriptions.Settings streams;
    public final ServerSentEvents.Sinks sinks;
    public final boolean decodesBodies;
    public final OwnProviders ownWriters;
    private final OwnProviders writersOfSources;

    /** Whether response filters or writer interceptors see every response. */
    private final boolean observed;

    private final ClassValue<Boolean> leftToTable;
    private final Map<Class<?>, Object> defaults;
    private final Step[] first;
    private final List<MethodTable.Entry<Endpoint>> endpoints;
    private final LifecycleMethods.Singletons singletons;
    private final Step[] responseWithoutMethod = {WriteResponse.WITHOUT_METHOD};

    private RequestPipeline(final Deployment deployment, final Parts parts, final Injector injector) {
        this.resteasy = deployment.resteasy();
        this.errors = parts.errors();
        this.blocking = injector.getInstance(Blocking.class);
        this.bodies = parts.bodies();
        this.filterBodies = new FilterBodies(
                injector.getInstance(JZenithConfiguration.class).blockingThreads());
        this.forms = parts.forms();
        this.streams = parts.streams();
        this.sinks = new ServerSentEvents.Sinks(
                new ServerSentEvents.Encoder(providers()),
                parts.eventLimits().queue(),
                parts.eventLimits().all());
        this.decodesBodies = ContentCodings.mayDecode(providers());
        this.ownWriters = OwnProviders.writers(providers());
        this.writersOfSources = ownWriters.ofSources();
        this.observed = providers().getContainerResponseFilterRegistry().postMatch(null, null).length > 0
                || providers().getServerWriterInterceptorRegistry().postMatch(null, null).length > 0;
        this.leftToTable = new ClassValue<>() {
            @Override
            protected Boolean computeValue(final Class<?> type) {
                return errors.leavesToTable(type.asSubclass(Throwable.class), providers());
            }
        };
        this.defaults = defaults(resteasy.getDefaultContextObjects());
        final List<Step> steps = new ArrayList<>();
        steps.add(deployment.check());
        FilterRequest.addWithBody(
                providers().getContainerRequestFilterRegistry().preMatch(), providers(), false, steps, null);
        steps.add(new MatchMethod(deployment.table(), parts.basePath()));
        this.first = steps.toArray(Step[]::new);
        this.endpoints = deployment.endpoints();
        this.singletons = deployment.singletons();
    }

    /**
     * Prepares everything that does not depend on a request.
     *
     * @param parts the resources and providers of the application
     * @param injector makes resources
     * @return answers requests
     */
    public static RequestPipeline of(final Parts parts, final Injector injector) {
        return new RequestPipeline(new Deployment(parts, injector), parts, injector);
    }

    /**
     * Looks for methods of root resources that no request finds.
     *
     * @param mounts of the listener
     * @param basePath of all resources
     * @return a problem for each class that has such a method
     */
    public List<StartProblem> hidden(final HttpMounts mounts, final String basePath) {
        final Map<ResourceLocator, String> templates = new LinkedHashMap<>();
        endpoints.forEach(entry -> templates.put(entry.target().declared(), entry.template()));
        return ResourceCheck.hidden(mounts, basePath, templates);
    }

    /**
     * The resources and providers that are started before the first request and stopped after the last.
     *
     * @return those with methods for it
     */
    public LifecycleMethods.Singletons singletons() {
        return singletons;
    }

    /**
     * Whether filters may move requests to other paths.
     *
     * @return true if one of them runs before a method is known
     */
    public boolean mayMoveRequests() {
        return providers().getContainerRequestFilterRegistry().preMatch().length > 0;
    }

    /**
     * Whether a class is a root resource: it, a super class or an interface has {@code @Path}.
     *
     * @param type a class
     * @return true if Jakarta REST can match requests with it
     */
    public static boolean isRootResource(final Class<?> type) {
        return GetRestful.isRootResource(type);
    }

    @Override
    public Call call(final Exchange exchange) {
        return new Invocation(exchange, this);
    }

    @Override
    public byte[] problem(final int status, final @Nullable String detail, final @Nullable String path) {
        return Errors.body(status, detail, path);
    }

    @Override
    public byte[] problem(final Throwable failure, final String method, final @Nullable String path) {
        return Errors.unknownBody(failure, method, path);
    }

    @Override
    public boolean refusesMany() {
        return errors.refusesMany();
    }

    /** The answer to a failure that is left to the table of errors, if nobody else sees it; otherwise null. */
    public Errors.@Nullable TableAnswer plainAnswer(final Throwable failure, final InvocationEnd invocation) {
        final CompiledMethod method = invocation.method();
        if (method == null ? observed : method.isResponseObserved()) {
            return null;
        }
        final Throwable thrown =
                failure instanceof ApplicationException && failure.getCause() != null ? failure.getCause() : failure;
        return leftToTable.get(thrown.getClass())
                ? errors.tableAnswer(
                        thrown,
                        invocation.exchange().request().method().name(),
                        RestRequest.sentPath(invocation.exchange()))
                : null;
    }

    /** The problem that a failure of a response is which has begun. */
    byte[] problem(final Throwable failure, final Exchange exchange) {
        return errors.problemBody(
                failure, exchange.request().method().name(), exchange.request().displayPath());
    }

    /** The steps before the method is known. */
    Step[] first() {
        return first;
    }

    /** The steps that answer with a response where no method is known. */
    Step[] responseWithoutMethod() {
        return responseWithoutMethod;
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private static Map<Class<?>, Object> defaults(final Map<Class, Object> objects) {
        return Map.copyOf((Map) objects);
    }

    /** What {@code @Context} means where it does not depend on the request; null if nothing. */
    @Nullable
    public Object contextDefault(final Class<?> type) {
        return defaults.get(type);
    }

    public SynchronousDispatcher resteasy() {
        return resteasy;
    }

    public ResteasyProviderFactory providers() {
        return resteasy.getProviderFactory();
    }

    public Blocking blocking() {
        return blocking;
    }

    /** How bodies are read. */
    public Bodies bodies() {
        return bodies;
    }

    /** Receives bodies for filters that read them. */
    public FilterBodies filterBodies() {
        return filterBodies;
    }

    /** The bodies that have parts. */
    public MultipartForms forms() {
        return forms;
    }

    /** How streams are written. */
    Subscriptions.Settings streams() {
        return streams;
    }

    /** The writers of the application for what is otherwise subscribed to. */
    public OwnProviders ownWriters() {
        return ownWriters;
    }

    OwnProviders writersOfSources() {
        return writersOfSources;
    }

    /** Opens sinks of server-sent events. */
    public ServerSentEvents.Sinks sinks() {
        return sinks;
    }

    /** Whether the application may decode bodies; then their coding is checked when they are read. */
    public boolean decodesBodies() {
        return decodesBodies;
    }
}
