package org.jzenith.rest.internal.pipeline;

import org.jboss.resteasy.spi.HttpRequest;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.rest.internal.resteasy.RequestHeaders;
import org.jzenith.rest.internal.resteasy.RequestUri;
import org.jzenith.rest.internal.resteasy.RestRequest;
import org.jzenith.rest.internal.resteasy.RestResponse;
import org.jzenith.rest.internal.resteasy.ResteasyContainer;
import org.jzenith.rest.internal.resteasy.ResteasyContextData;
import org.jzenith.rest.internal.route.MethodTable;
import org.jzenith.rest.internal.rx.Subscriptions;
import org.jzenith.rest.pipeline.Invocation;

/**
 * A request as jZenith's own steps see it: with RESTEasy's view of it, and with what matches the rest of its path, waits for something
 * else than work, or sends its response. It receives the result for which {@link #waitForResult} waits.
 */
public interface RestInvocation extends Invocation, Subscriptions.ResultCallback {

    /**
     * Finds the invocation behind RESTEasy's view of a request.
     *
     * @param request the request of RESTEasy
     * @return null for a request that this server has not received
     */
    static @Nullable RestInvocation of(final HttpRequest request) {
        return request instanceof final RestRequest own ? (RestInvocation) own.routed() : null;
    }

    @Override
    @Nullable
    RestMethod method();

    /** Returns the call of the method or locator that was matched last: its resource, its arguments and what it has returned. */
    MethodCall call();

    /** Returns the objects of the request for {@code @Context} and RESTEasy. */
    ResteasyContextData data();

    /** Returns RESTEasy, as all requests share it. */
    ResteasyContainer container();

    /** Returns RESTEasy's request, created on first use. */
    RestRequest request();

    /** Returns RESTEasy's response, created on first use. */
    RestResponse response();

    @Override
    RequestHeaders headers();

    @Override
    RequestUri uri();

    /**
     * Selects a method or locator among those at a part of the path, and continues with its steps.
     *
     * @param match the match; null if there is none, which is 404
     * @param start the start of that part
     * @return false if the request has its response
     */
    boolean select(MethodTable.@Nullable Match<RouteTarget> match, int start);

    /** Returns the suspension, for steps that wait for something else than work or the result of the method. */
    InvocationSuspension suspension();

    /**
     * Suspends the invocation until the result of the method arrives.
     *
     * @return true if it has arrived already
     * @throws Throwable the failure that has arrived
     */
    boolean waitForResult() throws Throwable;

    /** Sends the complete response, or the rest of it. */
    void send();

    /** Records that the response has been sent without RESTEasy's view of it, or is being sent. */
    void sent();

    /** Returns the threads for work that may block. */
    Blocking blocking();

    /** Returns the results of other libraries that plugins know. */
    ResultConversions results();
}
