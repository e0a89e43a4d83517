package org.jzenith.websocket;

import io.netty.handler.codec.http.websocketx.WebSocketVersion;
import io.reactivex.disposables.Disposable;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.MountRoutes;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.internal.request.HeaderList;
import org.jzenith.http.internal.request.WebOrigin;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.websocket.internal.message.MessageDeflater;

/** Handles the handshakes below one path (RFC 6455, 4.2). */
final class HandshakeHandler implements RequestHandler {

    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private static final int KEY_BYTES = 16;

    /** The maximum length of a logged origin. */
    private static final int MAX_ORIGIN = 200;

    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UPGRADE_REQUIRED = 426;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    private final WebSockets sockets;
    private final MountRoutes<WebSocketRoute.Made> routes;

    HandshakeHandler(final WebSockets sockets, final MountRoutes<WebSocketRoute.Made> routes) {
        this.sockets = sockets;
        this.routes = routes;
    }

    @Override
    public Task task(final Exchange exchange) {
        return new HandshakeTask(exchange);
    }

    private final class HandshakeTask implements Task {

        private final Exchange exchange;
        private WebSocketRoute.@Nullable Made made;
        private @Nullable Disposable check;
        private @Nullable Principal principal;

        HandshakeTask(final Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public @Nullable String description() {
            final WebSocketRoute.Made known = made;
            return known == null ? null : "WebSocket " + known.route().template();
        }

        /** Returns the user for the access log. */
        @Override
        public @Nullable String user() {
            final Principal known = principal;
            return known == null ? null : known.getName();
        }

        @Override
        public void finished(final RequestContext context) {
            final Disposable running = check;
            if (running != null) {
                running.dispose();
            }
        }

        @Override
        public void run() {
            final MountRoutes.Match<WebSocketRoute.Made> found = routes.find(exchange.request());
            if (found != null) {
                made = found.handler();
                answer(found.handler(), found.pathParameters());
                return;
            }
            if (!exchange.tryRefuseUnknownPath()) {
                exchange.response().sendProblem(NOT_FOUND, "There is no WebSocket at this path.");
            }
        }

        private void answer(final WebSocketRoute.Made chosen, final Map<String, String> parameters) {
            if (!isWellFormed() || !isAdmitted(chosen.route())) {
                return;
            }
            final JsonValueReader reader = sockets.reader();
            if (reader.isLoaded()) {
                check(chosen, parameters);
            } else {
                load(reader, () -> check(chosen, parameters));
            }
        }

        /** Loads the classes of the JSON reader on a worker, during the first handshake and those at the same time. */
        @SuppressWarnings("FutureReturnValueIgnored") // it fails for what the exchange answers
        private void load(final JsonValueReader reader, final Runnable next) {
            exchange.workers()
                    .run(() -> {
                        reader.load();
                        return null;
                    })
                    .whenComplete((none, error) -> {
                        if (error == null) {
                            next.run();
                        } else {
                            exchange.fail(error);
                        }
                    });
        }

        private void check(final WebSocketRoute.Made chosen, final Map<String, String> parameters) {
            final String subprotocol = subprotocol(chosen.route().subprotocols());
            final Handshake asked =
                    new Handshake(chosen.route().template().toString(), parameters, exchange, subprotocol);
            principal = asked.principal().orElse(null);
            check = exchange.askGuards(chosen.part(), parameters)
                    .subscribe(
                            decision -> exchange.execute(() -> decided(decision, chosen, asked)),
                            error -> exchange.execute(() -> exchange.fail(error)));
        }

        private void decided(
                final GuardDecision decision, final WebSocketRoute.Made chosen, final Handshake handshake) {
            if (exchange.isFinished()) {
                return;
            }
            if (!decision.isRefusal()) {
                open(chosen, handshake);
            } else if (decision.status() == UNAUTHORIZED) {
                exchange.refuseUnauthenticated(decision);
            } else {
                exchange.response().refuse(decision);
            }
        }

        private boolean isWellFormed() {
            if (!exchange.request().method().equals(HttpMethod.GET)) {
                exchange.response()
                        .sendProblem(
                                ResponseHead.of(METHOD_NOT_ALLOWED, Map.of("Allow", "GET")),
                                "A WebSocket handshake must use GET.");
                return false;
            }
            if (!exchange.request().hasToken("Upgrade", "websocket")
                    || !exchange.request().hasToken("Connection", "upgrade")) {
                upgradeRequired(
                        Map.of("Upgrade", "websocket"),
                        "This path serves a WebSocket. Send a handshake over HTTP/1.1, with Upgrade: websocket.");
                return false;
            }
            final List<String> versions = exchange.request().headers().getAll("Sec-WebSocket-Version");
            if (versions.isEmpty()) {
                exchange.response().sendProblem(BAD_REQUEST, "The header Sec-WebSocket-Version is missing.");
                return false;
            }
            final String supported = WebSocketVersion.V13.toHttpHeaderValue();
            if (versions.size() != 1 || !versions.get(0).strip().equals(supported)) {
                upgradeRequired(
                        Map.of("Upgrade", "websocket", "Sec-WebSocket-Version", supported),
                        "The header Sec-WebSocket-Version must be 13.");
                return false;
            }
            final List<String> keys = exchange.request().headers().getAll("Sec-WebSocket-Key");
            if (keys.size() != 1 || !isKey(keys.get(0).strip())) {
                exchange.response().sendProblem(BAD_REQUEST, "The header Sec-WebSocket-Key is not 16 bytes in Base64.");
                return false;
            }
            if (!exchange.upgrade().isPossible()) {
                exchange.response()
                        .sendProblem(
                                BAD_REQUEST,
                                "A WebSocket handshake must use HTTP/1.1, and have neither a body nor Connection: close.");
                return false;
            }
            return true;
        }

        private void upgradeRequired(final Map<String, String> headers, final String detail) {
            exchange.response().sendProblem(ResponseHead.of(UPGRADE_REQUIRED, headers), detail);
        }

        private boolean isAdmitted(final WebSocketRoute route) {
            if (!isAllowedOrigin()) {
                sockets.refusedOrigins().add("", () -> refusedOrigin(route));
                exchange.response().sendProblem(FORBIDDEN, "Pages of this origin may not open WebSockets here.");
                return false;
            }
            return isOpen();
        }

        /** Returns the log line. It is needed because a browser hides the status of the response from its page. */
        private String refusedOrigin(final WebSocketRoute route) {
            final String origin = String.join(", ", exchange.request().headers().getAll("Origin"));
            return "The origin '"
                    + LogText.escape(origin.length() > MAX_ORIGIN ? origin.substring(0, MAX_ORIGIN) + "..." : origin)
                    + "' of " + LogText.escape(exchange.request().clientAddress()) + " asked for " + route.template()
                    + ".";
        }

        private boolean isOpen() {
            if (sockets.isStopping()) {
                exchange.response().sendProblem(UNAVAILABLE, "The server is stopping.");
                return false;
            }
            return isAdmitted(sockets.mayAdmit(exchange.request().clientNetwork()));
        }

        private boolean isAdmitted(final WebSockets.Admission admission) {
            switch (admission) {
                case TOO_MANY ->
                    exchange.response()
                            .sendProblem(UNAVAILABLE, MalformedRequestException.overloaded("max-connections"));
                case TOO_MANY_OF_CLIENT ->
                    exchange.response().sendProblem(TOO_MANY_REQUESTS, "You have too many WebSockets open.");
                default -> {
                    return true;
                }
            }
            return false;
        }

        /** Returns true if the origin is allowed, or if there is none, because only browsers send one. */
        private boolean isAllowedOrigin() {
            final List<String> fields = exchange.request().headers().getAll("Origin");
            if (fields.isEmpty()) {
                return true;
            }
            final String origin = fields.get(0);
            return fields.size() == 1
                    && (isSameHost(origin, exchange.request().authority()) || sockets.isAllowedOrigin(origin));
        }

        /** Returns the first subprotocol of the client's list that the handler speaks. */
        private @Nullable String subprotocol(final List<String> spoken) {
            return HeaderList.elements(exchange.request().headers().getAll("Sec-WebSocket-Protocol")).stream()
                    .filter(spoken::contains)
                    .findFirst()
                    .orElse(null);
        }

        private void open(final WebSocketRoute.Made chosen, final Handshake handshake) {
            if (!isOpen() || !isAdmitted(sockets.admit(exchange.request().clientNetwork()))) {
                return;
            }
            final Map<String, String> headers = new LinkedHashMap<>();
            headers.put("Connection", "Upgrade");
            headers.put("Upgrade", "websocket");
            headers.put(
                    "Sec-WebSocket-Accept", accept(exchange.request().headers().get("Sec-WebSocket-Key")));
            handshake.subprotocol().ifPresent(name -> headers.put("Sec-WebSocket-Protocol", name));
            final String extension = sockets.settings().compression().enabled()
                    ? MessageDeflater.agree(exchange.request().headers().getAll("Sec-WebSocket-Extensions"))
                    : null;
            if (extension != null) {
                headers.put("Sec-WebSocket-Extensions", extension);
            }
            final WebSocketConnection connection =
                    new WebSocketConnection(sockets, exchange, handshake, extension != null);
            try {
                exchange.upgrade().perform(headers, connection, connection.handlers());
            } catch (final RuntimeException e) {
                sockets.closed(exchange.request().clientNetwork());
                throw e;
            }
            connection.begin(chosen.handler());
        }
    }

    private static boolean isKey(final String key) {
        try {
            return Base64.getDecoder().decode(key).length == KEY_BYTES;
        } catch (final IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns true if a page comes from the host that it calls. The scheme may differ behind a proxy that terminates TLS. */
    static boolean isSameHost(final String origin, final String authority) {
        final WebOrigin page = WebOrigin.of(origin);
        final Authority called = Authority.of(authority);
        return page != null
                && page.isOfWeb()
                && called != null
                && called.host().equals(page.authority().host())
                && called.portOf(page.scheme()) == page.authority().portOf(page.scheme());
    }

    private static String accept(final String key) {
        try {
            final byte[] digest =
                    MessageDigest.getInstance("SHA-1").digest((key.strip() + GUID).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(digest);
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("The JVM has no SHA-1, which WebSocket needs.", e);
        }
    }
}
