package org.jzenith.rest.express;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.MethodInjector;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.route.RouteTable;
import org.jzenith.rest.rx.Subscriptions;

/**
 * Answers requests to resource methods that need little of Jakarta REST. Immutable but for what it has seen RESTEasy
 * answer; safe for use by many threads.
 */
public final class ExpressLane {

    /** A request that would like to take the lane. Called on its event loop, in its context. */
    public interface Traveller {

        /**
         * The request as RESTEasy sees it; made when somebody asks.
         *
         * @return the request
         */
        HttpRequest request();

        /**
         * What the request subscribes to.
         *
         * @return ends with the request
         */
        Subscriptions subscriptions();

        /**
         * The end of the lane: 200.
         *
         * @param contentType what the answer says
         * @param body the answer
         */
        void arrive(CharSequence contentType, Buffer body);

        /**
         * Answers a method that failed as something it needs is not there or not free, if the application leaves that
         * answer to the table of errors. Under overload there are many of these, and RESTEasy's way costs ten times as
         * much.
         *
         * @param error what the method failed with
         * @return false if RESTEasy has to answer
         */
        boolean answerUnavailable(Throwable error);

        /**
         * RESTEasy goes on.
         *
         * @param outcome what the resource method did; null if it was not invoked
         */
        void leave(@Nullable Outcome outcome);
    }

    /** A request on the lane; runs in the context of the request. */
    public interface Trip extends Runnable {

        /**
         * Learns from an answer that RESTEasy gave after the request left the lane.
         *
         * @param request as RESTEasy saw it
         * @param status of the answer
         * @param headers of the answer
         * @param body of the answer
         */
        void watch(HttpRequest request, int status, Map<String, List<Object>> headers, Buffer body);

        /**
         * The resource of this request.
         *
         * @return null before it is made
         */
        @Nullable
        Object resource();
    }

    /**
     * What a resource method did.
     *
     * @param resource whose method it was; null if it could not be made
     * @param returned what it returned
     * @param thrown what went wrong, as RESTEasy expects it
     */
    public record Outcome(
            @Nullable Object resource,
            @Nullable Object returned,
            @Nullable RuntimeException thrown) {}

    /** Makes the bytes of an answer. */
    @FunctionalInterface
    public interface Encoder {

        /**
         * Encodes a value.
         *
         * @param value of the class that the encoder was made for
         * @return its bytes
         * @throws IOException if it cannot be written
         */
        Buffer encode(Object value) throws IOException;
    }

    /** Knows how to do without a body writer what the writer would do. */
    @FunctionalInterface
    public interface Encoders {

        /**
         * The encoder in place of a writer.
         *
         * @param writer RESTEasy's choice
         * @param type the class of the value
         * @param genericType what the resource method declares
         * @param annotations of the resource method
         * @param mediaType of the answer
         * @return null if only the writer knows how to write
         */
        @Nullable
        Encoder of(
                MessageBodyWriter<?> writer,
                Class<?> type,
                Type genericType,
                Annotation[] annotations,
                MediaType mediaType);
    }

    /**
     * A resource method or locator as RESTEasy knows it.
     *
     * @param method what it is
     * @param injector makes its arguments; null if only RESTEasy can invoke it
     * @param resources makes the objects that it is invoked on; null if only RESTEasy can make them
     */
    public record Declared(
            ResourceLocator method,
            @Nullable MethodInjector injector,
            @Nullable Supplier<?> resources) {}

    private static final String ANYTHING = "";

    /** Browsers need about 150 characters; what the lane remembers of its clients should stay small. */
    private static final int LONGEST_ACCEPT = 256;

    private final Map<HttpMethod, RouteTable<Optional<Plan>>> routes;
    private final int plans;
    private final List<String> others;

    ExpressLane(final Map<HttpMethod, RouteTable<Optional<Plan>>> routes, final int plans, final List<String> others) {
        this.routes = routes;
        this.plans = plans;
        this.others = others;
    }

    /**
     * Chooses the methods that take the lane.
     *
     * @param resteasy knows filters and interceptors
     * @param declared all resource methods and locators
     * @param encoders do what body writers do
     * @param basePath what stands before every path, without a slash at the end
     * @return a lane, perhaps for nobody
     */
    public static ExpressLane of(
            final SynchronousDispatcher resteasy,
            final List<Declared> declared,
            final Encoders encoders,
            final String basePath) {
        return new Choice(resteasy, declared, encoders, basePath).lane();
    }

    /**
     * A lane that nobody takes.
     *
     * @return an empty lane
     */
    public static ExpressLane closed() {
        return new ExpressLane(Map.of(), 0, List.of());
    }

    /**
     * The methods that take the lane.
     *
     * @return how many
     */
    public int size() {
        return plans;
    }

    /**
     * The methods that never take the lane.
     *
     * @return each with the reason
     */
    public List<String> others() {
        return others;
    }

    /**
     * Looks for a resource method. The request has no body, and its URI is a path that means what it says.
     *
     * @param incoming the request
     * @param uri its path and query
     * @param traveller goes on with it
     * @return a trip to run; null if RESTEasy has to look for a method
     */
    public @Nullable Trip find(final HttpServerRequest incoming, final String uri, final Traveller traveller) {
        final MultiMap headers = incoming.headers();
        final String accept = headers.get(HttpHeaders.ACCEPT);
        if (headers.contains(HttpHeaders.CONTENT_TYPE)
                || (accept != null
                        && (accept.isEmpty()
                                || accept.length() > LONGEST_ACCEPT
                                || headers.getAll(HttpHeaders.ACCEPT).size() > 1))) {
            return null;
        }
        final int query = uri.indexOf('?');
        final RouteTable<Optional<Plan>> table = routes.get(incoming.method());
        final RouteTable.Match<Optional<Plan>> match =
                table == null ? null : table.match(uri, query < 0 ? uri.length() : query);
        if (match == null || match.target().isEmpty() || !PathTemplate.arePlain(match.values())) {
            return null;
        }
        final String wish = accept == null ? ANYTHING : accept;
        return trip(match.target().get(), traveller, wish, uri, query, match.values());
    }

    private static @Nullable Trip trip(
            final Plan plan,
            final Traveller traveller,
            final String accept,
            final String uri,
            final int query,
            final String[] path) {
        if (query >= 0 && plan.readsQuery() && !Query.isPlain(uri, query + 1)) {
            return null;
        }
        return new Journey(plan, traveller, accept, uri, query, path);
    }
}
