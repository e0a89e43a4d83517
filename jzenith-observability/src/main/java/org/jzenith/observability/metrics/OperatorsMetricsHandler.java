package org.jzenith.observability.metrics;

import org.jzenith.core.context.OpenByDefault;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;

/**
 * Answers at a listener of operators, which is open like health where everything else needs a rule. At the main listener, the metrics
 * need a rule, too.
 *
 * @param handler answers
 */
@OpenByDefault
record OperatorsMetricsHandler(MetricsHandler handler) implements RequestHandler {

    @Override
    public Call call(final Exchange exchange) {
        return handler.call(exchange);
    }
}
