package org.jzenith.rest.step;

import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.RouteTarget;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.route.MethodTable;

/** Finds the resource method or sub-resource locator of a request. */
public final class MatchMethod implements Step {

    private final MethodTable<RouteTarget> table;
    private final String basePath;

    public MatchMethod(final MethodTable<RouteTarget> table, final String basePath) {
        this.table = table;
        this.basePath = basePath;
    }

    @Override
    public boolean run(final Invocation invocation) {
        final Exchange exchange = invocation.exchange();
        if (invocation.data().hasDescribingHeaders()) {
            invocation.headers().checkNegotiation();
        }
        if (invocation.data().isUriChanged()) {
            final String path = invocation.uri().getMatchingPath();
            return invocation.select(table.match(path, 0, path.length()), 0);
        }
        final String path = exchange.request().pathAndQuery();
        final int query = path.indexOf('?');
        final int start = basePath.length();
        final MethodTable.Match<RouteTarget> match = table.match(path, start, query < 0 ? path.length() : query);
        return (match != null || !exchange.passToNext()) && invocation.select(match, start);
    }
}
