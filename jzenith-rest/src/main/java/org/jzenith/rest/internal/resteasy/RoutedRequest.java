package org.jzenith.rest.internal.resteasy;

import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.internal.rx.Subscriptions;

/** The request behind RESTEasy's view of it, which also receives suspended results. */
public interface RoutedRequest extends Subscriptions.ResultCallback {

    /** Returns the request and response on the connection. */
    Exchange exchange();

    /** Returns what all requests of the application have in common. */
    ResteasyContainer container();

    /** Returns RESTEasy's view of the request. */
    ResteasyContextData data();

    /** Returns what was matched so far. */
    RoutedCall call();
}
