package org.jzenith.http.exchange;

/** Takes the place of a call that its handler could not make: fails when it begins, so that the client gets a 500. */
record FailedCall(RuntimeException failed) implements RequestHandler.Call {

    /** The call of a handler, or one that fails. */
    static RequestHandler.Call orCallOf(final RequestHandler handler, final Exchange exchange) {
        try {
            return handler.call(exchange);
        } catch (final RuntimeException e) {
            return new FailedCall(e);
        }
    }

    @Override
    public void run() {
        throw failed;
    }
}
