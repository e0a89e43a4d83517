package org.jzenith.rest.express;

import io.vertx.core.http.HttpMethod;
import java.util.Map;
import java.util.Map.Entry;
import org.jspecify.annotations.Nullable;

/** The plans at one path. */
final class Stop {

    private final HttpMethod[] methods;
    private final Plan[] plans;

    Stop(final Map<HttpMethod, Plan> byMethod) {
        methods = new HttpMethod[byMethod.size()];
        plans = new Plan[byMethod.size()];
        int i = 0;
        for (final Entry<HttpMethod, Plan> each : byMethod.entrySet()) {
            methods[i] = each.getKey();
            plans[i++] = each.getValue();
        }
    }

    /** Null if only RESTEasy knows what to do. */
    @Nullable
    Plan plan(final HttpMethod method) {
        for (int i = 0; i < methods.length; i++) {
            if (methods[i].equals(method)) {
                return plans[i];
            }
        }
        return null;
    }
}
