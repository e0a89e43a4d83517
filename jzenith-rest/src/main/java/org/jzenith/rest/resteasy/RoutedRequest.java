package org.jzenith.rest.resteasy;

import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Configuration;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.rx.Subscriptions;

/** The request behind RESTEasy's view of it: what was matched so far, and the receiver of suspended results. */
public interface RoutedRequest extends Subscriptions.ResultCallback, Subscriptions.StreamedRequest {

    /** Returns the request and response on the connection. */
    Exchange exchange();

    /** Returns what all requests of the application have in common. */
    ResteasyContainer container();

    /** Returns RESTEasy's view of the request. */
    ResteasyContextData data();

    /** Returns the matched resource method; null before it is known. */
    @Nullable
    ResourceInfo resourceInfo();

    /** Returns the configuration of the matched method, to which dynamic features may have added; null before it is known. */
    @Nullable
    Configuration configuration();

    /** Adds what has been matched so far to a URI. */
    void describe(ResteasyUriInfo uri);

    /** Returns the value of an attribute of RESTEasy's; null if it has none. */
    @Nullable
    Object attribute(String name);
}
