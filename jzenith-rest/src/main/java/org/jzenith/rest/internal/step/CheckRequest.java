package org.jzenith.rest.internal.step;

import io.vertx.core.http.HttpMethod;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.internal.pipeline.RouteTarget;
import org.jzenith.rest.internal.route.MethodTable;

/**
 * Refuses requests with malformed headers or an unknown HTTP method, as the first step. Known are the methods of RFC
 * 9110 and RFC 5789, QUERY, and those that resources declare. Their names are case-sensitive, unlike in RESTEasy.
 */
public final class CheckRequest implements RestStep {

    private static final int NOT_IMPLEMENTED = 501;

    private static final Set<HttpMethod> STANDARD = Set.of(
            HttpMethod.GET,
            HttpMethod.HEAD,
            HttpMethod.POST,
            HttpMethod.PUT,
            HttpMethod.DELETE,
            HttpMethod.CONNECT,
            HttpMethod.OPTIONS,
            HttpMethod.TRACE,
            HttpMethod.PATCH,
            HttpMethod.valueOf("QUERY"));

    private final Set<HttpMethod> known = new HashSet<>(STANDARD);

    /** A sub-resource may declare methods that are unknown at start. */
    private final boolean open;

    public CheckRequest(final Collection<MethodTable.Entry<RouteTarget>> declared) {
        declared.forEach(each -> each.httpMethods().forEach(name -> known.add(HttpMethod.valueOf(name))));
        open = declared.stream().anyMatch(each -> each.target() instanceof RouteTarget.CompiledLocator);
    }

    @Override
    public boolean run(final RestInvocation invocation) {
        if (invocation.data().hasDescribingHeaders()) {
            invocation.headers().check();
        }
        if (isKnown(invocation.exchange().request().method())) {
            return true;
        }
        invocation.exchange().response().sendProblem(NOT_IMPLEMENTED, "This server does not know this method.");
        return false;
    }

    @SuppressWarnings("ReferenceEquality") // most requests need no more
    private boolean isKnown(final HttpMethod method) {
        return method == HttpMethod.GET
                || method == HttpMethod.POST
                || known.contains(method)
                || (open && method.name().equals(method.name().toUpperCase(Locale.ROOT)));
    }
}
