package org.jzenith.rest.dispatch;

import jakarta.ws.rs.InternalServerErrorException;
import jakarta.ws.rs.NotFoundException;
import org.jboss.resteasy.util.GetRestful;
import org.jzenith.rest.route.MethodTable;

/** Takes what a locator has returned as the resource, and matches the rest of the path with its methods. */
final class LocateResource implements Step {

    private final MethodCompiler compiler;

    LocateResource(final MethodCompiler compiler) {
        this.compiler = compiler;
    }

    @Override
    public boolean run(final Invocation invocation) {
        final Exchange exchange = invocation.exchange();
        final RestRequest request = exchange.request();
        request.getUri(); // learns of the resource of the locator, which the located one replaces
        final Object returned = invocation.returned();
        final Object located = returned instanceof Class<?> type
                ? exchange.providers().injectedInstance(type, request, exchange.response())
                : returned;
        if (located == null) {
            throw new NotFoundException();
        }
        final Class<?> type = located.getClass();
        if (!GetRestful.isSubResourceClass(type)) {
            throw new InternalServerErrorException(
                    type.getName() + ", which a sub-resource locator has returned, has no resource methods.");
        }
        final MethodTable<Endpoint> table = compiler.tableOfSubResource(type);
        final PathMatch before = invocation.requirePathMatch();
        invocation.setResource(located);
        return MatchMethod.found(invocation, before.match().matchRest(table), before.start());
    }
}
