package org.jzenith.rest.internal.step;

import jakarta.ws.rs.InternalServerErrorException;
import java.util.Objects;
import java.util.function.Function;
import org.jboss.resteasy.util.GetRestful;
import org.jzenith.rest.internal.pipeline.PathMatch;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.internal.pipeline.RouteTarget;
import org.jzenith.rest.internal.resteasy.RestRequest;
import org.jzenith.rest.internal.route.MethodTable;

/** Takes what a locator has returned as the resource, and matches the rest of the path with its methods. */
public final class LocateResource implements RestStep {

    private static final int MOST_WITHOUT_PROGRESS = 64;

    private final Function<Class<?>, MethodTable<RouteTarget>> subResources;

    /** @param subResources gives the methods of the class of a sub-resource */
    public LocateResource(final Function<Class<?>, MethodTable<RouteTarget>> subResources) {
        this.subResources = subResources;
    }

    @Override
    public boolean run(final RestInvocation invocation) {
        final RestRequest request = invocation.request();
        invocation.uri().getMatchedResources(); // records the locator's resource before the located one replaces it
        final Object returned = invocation.call().returned();
        final Object located = returned instanceof Class<?> type
                ? invocation.container().providers().injectedInstance(type, request, invocation.response())
                : returned;
        if (located == null) {
            throw MethodTable.notFound();
        }
        final Class<?> type = located.getClass();
        if (!GetRestful.isSubResourceClass(type)) {
            throw new InternalServerErrorException(
                    type.getName() + ", which a sub-resource locator has returned, has no resource methods.");
        }
        final MethodTable<RouteTarget> table = subResources.apply(type);
        final PathMatch before = Objects.requireNonNull(invocation.call().pathMatch());
        if (before.isEmptyFor(MOST_WITHOUT_PROGRESS)) {
            throw new InternalServerErrorException(
                    type.getName() + " has a sub-resource locator that is called endlessly, because it matches no "
                            + "part of the path.");
        }
        invocation.call().setResource(located);
        return invocation.select(before.match().matchRest(table), before.start());
    }
}
