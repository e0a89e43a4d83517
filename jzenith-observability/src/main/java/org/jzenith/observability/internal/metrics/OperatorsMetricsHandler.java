package org.jzenith.observability.internal.metrics;

import org.jzenith.core.context.OpenByDefault;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;

/**
 * Serves the metrics at a listener of operators. In an application that denies by default they are open there, as health is; at the main
 * listener they need a rule.
 *
 * @param handler serves them
 */
@OpenByDefault
record OperatorsMetricsHandler(MetricsHandler handler) implements RequestHandler {

    @Override
    public Task task(final Exchange exchange) {
        return handler.task(exchange);
    }
}
