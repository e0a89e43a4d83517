package org.jzenith.benchmark.scale;

import org.jzenith.benchmark.process.SecretTokens;

/** A kind of request to the service with everything on, and the client's time between a response and the next request. */
enum RequestKind {
    JSON("`GET`, JSON", 10),
    SELECT("`GET`, one row", 20),
    INSERT("`POST`, one insert", 40),
    MIX("60 % JSON, 30 % one row, 10 % insert", 16);

    static final String ORIGIN = "https://shop.example.org";
    static final String TOKEN = "5b1d0c9e7a64";

    private static final String ROLE = "user";
    private static final int ITEMS = 1_000;
    private static final String ORDER = "{\"customer\":\"Grace Hopper\",\"email\":\"grace@example.org\",\"lines\":["
            + "{\"article\":\"nanosecond wire\",\"quantity\":3},{\"article\":\"manual\",\"quantity\":1}],"
            + "\"express\":true,\"note\":\"now\"}";

    private final String title;
    private final int pauseMillis;

    RequestKind(final String title, final int pauseMillis) {
        this.title = title;
        this.pauseMillis = pauseMillis;
    }

    String title() {
        return title;
    }

    /**
     * Returns the script of wrk.
     *
     * @param paused true if clients wait between a response and the next request, so that the load is bounded
     */
    String lua(final boolean paused) {
        final String json = "wrk.format('GET', '/json')";
        final String select = "wrk.format('GET', '/stored-items/' .. math.random(1, " + ITEMS + "))";
        final String insert = "wrk.format('POST', '/orders/stored', posting, order)";
        final String next = switch (this) {
            case JSON -> "return " + json;
            case SELECT -> "return " + select;
            case INSERT -> "return " + insert;
            case MIX ->
                "local x = math.random() if x < 0.6 then return " + json + " elseif x < 0.9 then return " + select
                        + " else return " + insert + " end";
        };
        return """
                wrk.headers['Authorization'] = 'Bearer %s'
                wrk.headers['Origin'] = '%s'
                wrk.headers['X-Api-Token'] = '%s'
                local posting = {}
                for name, value in pairs(wrk.headers) do posting[name] = value end
                posting['Content-Type'] = 'application/json'
                local order = '%s'
                function request() %s end
                """.formatted(SecretTokens.signed("ann", ROLE), ORIGIN, TOKEN, ORDER, next)
                + (paused ? "function delay() return math.random(0, " + 2 * pauseMillis + ") end\n" : "");
    }
}
