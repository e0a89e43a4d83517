package org.jzenith.restclient.internal.call;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.ResponseBudget;
import org.jzenith.restclient.internal.configuration.ClientCredentialsConfiguration;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;

/**
 * The token endpoint of a client's credentials (RFC 6749, 4.4), called with the connections of the client, and without anything of the
 * current request. Safe for use by many threads.
 */
final class TokenEndpoint {

    private static final int OK = 200;
    private static final int FIRST_CLIENT_ERROR = 400;
    private static final int FIRST_SERVER_ERROR = 500;

    /** For a token without {@code expires_in}, which is kept until the service refuses it. */
    private static final long LONGEST_MILLIS = Duration.ofDays(365).toMillis();

    private static final double MILLIS_PER_SECOND = 1000;

    private final String client;
    private final RestClientConfiguration settings;
    private final ClientCredentialsConfiguration credentials;
    private final Vertx vertx;
    private final HttpClient connections;
    private final ResponseBudget collected;
    private final RemoteProblems json;

    TokenEndpoint(
            final String client,
            final RestClientConfiguration settings,
            final ClientCredentialsConfiguration credentials,
            final Vertx vertx,
            final HttpClient connections,
            final ResponseBudget collected,
            final RemoteProblems json) {
        this.client = client;
        this.settings = settings;
        this.credentials = credentials;
        this.vertx = vertx;
        this.connections = connections;
        this.collected = collected;
        this.json = json;
    }

    /** Asks for a token; fails with an exception whose message is the reason. */
    Future<AccessTokens.Issued> ask() {
        final Exchange exchange = new Exchange(vertx.getOrCreateContext());
        exchange.begin();
        return exchange.promise.future().map(this::issued);
    }

    private String name() {
        return "the token endpoint " + BaseUrls.withoutQuery(credentials.tokenUrl());
    }

    private AccessTokens.Issued issued(final ReceivedResponse response) {
        final Map<String, Object> members = response.body() == null ? Map.of() : json.read(response.body());
        final int status = response.status();
        if (status != OK) {
            final boolean refused = status >= FIRST_CLIENT_ERROR && status < FIRST_SERVER_ERROR;
            throw new IllegalStateException(
                    name() + (refused ? " refused the client '" + credentials.clientId() + "'" : " responded")
                            + " with the status " + status + error(members.get("error")));
        }
        if (!(members.get("access_token") instanceof final String token) || !token.matches("[!-~]+")) {
            throw new IllegalStateException(name() + " did not respond with an access token");
        }
        if (!"bearer".equalsIgnoreCase(String.valueOf(members.get("token_type")))) {
            throw new IllegalStateException(name() + " responded with a token whose type is not Bearer");
        }
        return new AccessTokens.Issued(token, lifetime(members.get("expires_in")));
    }

    /** The code of an error (RFC 6749, 5.2). */
    private static String error(final @Nullable Object code) {
        return code instanceof final String text && text.matches("[a-z_]{1,40}") ? " (" + text + ")" : "";
    }

    private Duration lifetime(final @Nullable Object expiresIn) {
        if (expiresIn == null) {
            return Duration.ofMillis(LONGEST_MILLIS);
        }
        final double seconds = seconds(expiresIn.toString());
        if (seconds <= 0) {
            throw new IllegalStateException(
                    name() + " responded with a token whose expires_in is not a positive number");
        }
        return Duration.ofMillis(Math.min(LONGEST_MILLIS, (long) (seconds * MILLIS_PER_SECOND)));
    }

    private static double seconds(final String number) {
        try {
            return new BigDecimal(number).doubleValue();
        } catch (final NumberFormatException e) {
            return -1;
        }
    }

    private static String encoded(final String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Identifier and secret are form-encoded first (RFC 6749, 2.3.1). */
    private String basic() {
        final String pair = encoded(credentials.clientId())
                + ':'
                + encoded(credentials.clientSecret().get());
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private Buffer form() {
        return Buffer.buffer("grant_type=client_credentials"
                + credentials.scope().map(scope -> "&scope=" + encoded(scope)).orElse(""));
    }

    /** A request for a token and its response. Used on one event loop. */
    private final class Exchange implements RemoteExchange.Listener {

        private final Promise<ReceivedResponse> promise = Promise.promise();
        private final Context context;
        private @Nullable RemoteExchange exchange;
        private long timer;

        Exchange(final Context context) {
            this.context = context;
        }

        void begin() {
            context.runOnContext(none -> {
                final long millis = settings.requestTimeout().toMillis();
                timer = vertx.setTimer(
                        Math.max(1, millis), late -> end(name() + " did not respond within " + millis + " ms"));
                try {
                    connections
                            .request(new RequestOptions()
                                    .setMethod(HttpMethod.POST)
                                    .setAbsoluteURI(credentials.tokenUrl().strip()))
                            .onComplete(opened -> {
                                if (opened.succeeded()) {
                                    send(opened.result());
                                } else {
                                    end(name() + " cannot be reached: "
                                            + opened.cause().getMessage());
                                }
                            });
                } catch (final IllegalStateException e) {
                    end("the client is closed");
                }
            });
        }

        private void send(final HttpClientRequest request) {
            if (promise.future().isComplete()) {
                request.exceptionHandler(error -> {}).reset(RemoteExchange.CANCEL);
                return;
            }
            final CallRequest call = new CallRequest(
                    client + ": POST " + BaseUrls.withoutQuery(credentials.tokenUrl()),
                    "",
                    HttpMethod.POST,
                    CallRequest.Reading.COLLECTED_ANY_STATUS,
                    request.getURI());
            final Buffer form = form();
            call.setBody(form);
            request.putHeader("Authorization", basic())
                    .putHeader("Content-Type", "application/x-www-form-urlencoded")
                    .putHeader("Accept", "application/json")
                    .putHeader("Content-Length", Integer.toString(form.length()));
            exchange = new RemoteExchange(call, request, settings, collected, this);
            exchange.begin(context, null);
        }

        private void end(final String reason) {
            if (promise.tryFail(new IllegalStateException(reason))) {
                vertx.cancelTimer(timer);
                if (exchange != null) {
                    exchange.abort();
                }
            }
        }

        @Override
        public void received(final ReceivedResponse response) {
            vertx.cancelTimer(timer);
            promise.tryComplete(response);
        }

        @Override
        public void streamed(final ReceivedResponse response) {
            throw new IllegalStateException("The response is collected.");
        }

        @Override
        public void streamEnded() {
            throw new IllegalStateException("The response is collected.");
        }

        @Override
        public void failed(final Throwable error) {
            final Throwable reason = error.getCause() == null ? error : error.getCause();
            end(name() + " did not respond: " + reason.getMessage());
        }
    }
}
