package org.jzenith.docs.cookbook.service;

import io.reactivex.Single;
import jakarta.inject.Inject;
import org.jzenith.restclient.RestClient;
import org.jzenith.restclient.RestClientPlugin;
import org.jzenith.restclient.filter.OutboundRequest;
import org.jzenith.restclient.filter.OutboundRequestFilter;

/** The client of docs/rest-client.md with a header, a filter and a health check. */
final class StockClient {

    private StockClient() {}

    /** The branches of the shop. */
    @FunctionalInterface
    interface Branches {

        /** Returns the branch of the current request. */
        Single<String> current();
    }

    // region client
    static RestClient client() {
        return RestClientPlugin.of(StockApi.class, "stock")
                .withHeader("User-Agent", "shop/1")
                .withRequestFilter(BranchFilter.class)
                .withHealthCheck("/health");
    }
    // endregion

    // region filter
    /** Tells the service which branch asks. */
    static final class BranchFilter implements OutboundRequestFilter {

        private final Branches branches;

        @Inject
        BranchFilter(final Branches branches) {
            this.branches = branches;
        }

        @Override
        public Single<OutboundRequest> filter(final OutboundRequest request) {
            return branches.current()
                    .map(branch -> request.withHeader("X-Branch", branch));
        }
    }
    // endregion
}
