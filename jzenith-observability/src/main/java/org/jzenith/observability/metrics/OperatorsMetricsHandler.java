package org.jzenith.observability.metrics;

import org.jzenith.core.context.OpenByDefault;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;

/**
 * Answers at a listener of operators, like health without credentials; at the main listener, {@code SecurityPlugin} closes the
 * metrics as it closes everything without a rule.
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
