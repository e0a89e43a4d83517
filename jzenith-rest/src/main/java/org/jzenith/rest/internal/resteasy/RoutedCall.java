package org.jzenith.rest.internal.resteasy;

import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Configuration;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jspecify.annotations.Nullable;

/** The method or locator that a request has matched so far, as RESTEasy's view of the request shows it. */
public interface RoutedCall {

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
