package org.jzenith.rest.step;

import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.pipeline.Endpoint;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.PathMatch;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.resteasy.RequestHeaders;
import org.jzenith.rest.route.MethodTable;

/** Looks for the resource method or sub-resource locator of a request. */
public final class MatchMethod implements Step {

    private final MethodTable<Endpoint> table;
    private final String basePath;

    public MatchMethod(final MethodTable<Endpoint> table, final String basePath) {
        this.table = table;
        this.basePath = basePath;
    }

    @Override
    public boolean run(final Invocation invocation) {
        final Exchange exchange = invocation.exchange();
        if (invocation.hasDescribingHeaders()) {
            invocation.headers().checkNegotiation();
        }
        if (invocation.isUriChanged()) {
            final String path = invocation.uri().getMatchingPath();
            return found(invocation, table.match(path, 0, path.length()), 0);
        }
        final String path = exchange.request().pathAndQuery();
        final int query = path.indexOf('?');
        final int start = basePath.length();
        final MethodTable.Match<Endpoint> match = table.match(path, start, query < 0 ? path.length() : query);
        return (match != null || !exchange.passToNext()) && found(invocation, match, start);
    }

    /** Goes on with what was found. */
    static boolean found(
            final Invocation invocation, final MethodTable.@Nullable Match<Endpoint> match, final int start) {
        if (match == null) {
            throw MethodTable.notFound();
        }
        final MethodTable.Selection<Endpoint> locator = match.locator();
        final MethodTable.Selection<Endpoint> selection = locator != null ? locator : select(invocation, match);
        if (selection == null) {
            invocation.answer(match.options());
            return false;
        }
        invocation.matched(new PathMatch(invocation.pathMatch(), match, selection, start));
        return true;
    }

    private static MethodTable.@Nullable Selection<Endpoint> select(
            final Invocation invocation, final MethodTable.Match<Endpoint> match) {
        if (!invocation.hasDescribingHeaders()) {
            return match.select(invocation.httpMethod(), null, null);
        }
        final RequestHeaders headers = invocation.headers();
        return match.select(invocation.httpMethod(), headers.contentType(), headers.accept());
    }
}
