package org.jzenith.docs.cookbook.cache;

import jakarta.inject.Inject;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.javascript.script.ScriptRequest;

/** The best sellers for handlers in JavaScript. */
// region api
final class BestSellersApi implements ScriptApi {

    private final BestSellers sellers;

    @Inject
    BestSellersApi(final BestSellers sellers) {
        this.sellers = sellers;
    }

    @Override
    public String name() {
        return "bestSellers";
    }

    @Override
    public Object create(final ScriptRequest request) {
        return request.asyncFunction(
                "best-sellers",
                arguments -> sellers.of(arguments[0].asString()),
                list -> list);
    }
}
// endregion
