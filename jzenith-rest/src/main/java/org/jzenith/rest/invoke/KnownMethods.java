package org.jzenith.rest.invoke;

import io.vertx.core.http.HttpMethod;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jzenith.rest.route.MethodTable;

/**
 * The methods that this server recognises: those of RFC 9110 and RFC 5789, and those that resources declare. Their
 * names are case-sensitive, which RESTEasy does not know.
 */
final class KnownMethods {

    private static final Set<HttpMethod> STANDARD = Set.of(
            HttpMethod.GET,
            HttpMethod.HEAD,
            HttpMethod.POST,
            HttpMethod.PUT,
            HttpMethod.DELETE,
            HttpMethod.CONNECT,
            HttpMethod.OPTIONS,
            HttpMethod.TRACE,
            HttpMethod.PATCH);

    private final Set<HttpMethod> known = new HashSet<>(STANDARD);

    /** A sub-resource may declare methods that are unknown at start. */
    private final boolean open;

    KnownMethods(final Collection<MethodTable.Entry<Endpoint>> declared) {
        declared.forEach(each -> each.httpMethods().forEach(name -> known.add(HttpMethod.valueOf(name))));
        open = declared.stream().anyMatch(each -> each.target() instanceof CompiledLocator);
    }

    @SuppressWarnings("ReferenceEquality") // most requests need no more
    boolean contains(final HttpMethod method) {
        return method == HttpMethod.GET
                || method == HttpMethod.POST
                || known.contains(method)
                || (open && method.name().equals(method.name().toUpperCase(Locale.ROOT)));
    }
}
