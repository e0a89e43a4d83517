package org.jzenith.benchmark.vertxweb;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.authorization.PermissionBasedAuthorization;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import io.vertx.ext.auth.jwt.authorization.JWTAuthorization;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.AuthorizationHandler;
import io.vertx.ext.web.handler.CorsHandler;
import io.vertx.ext.web.handler.JWTAuthHandler;
import io.vertx.ext.web.handler.LoggerFormat;
import io.vertx.ext.web.handler.LoggerHandler;
import io.vertx.ext.web.handler.XFrameHandler;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Handlers of every request, as far as the settings ask for them. */
final class Features {

    private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-request-id");
    private static final CharSequence API_TOKEN = HttpHeaders.createOptimized("x-api-token");
    private static final CharSequence CONTENT_TYPE_OPTIONS = HttpHeaders.createOptimized("x-content-type-options");
    private static final CharSequence SERVICE_VERSION = HttpHeaders.createOptimized("x-service-version");
    private static final CharSequence SERVER = HttpHeaders.createOptimized("vertx-web");

    private CharSequence date = date();

    private Features() {}

    /** Adds a handler for each feature. A further one is one line. */
    static void add(final Vertx vertx, final Router router) {
        final Features features = new Features();
        vertx.setPeriodic(1000, id -> features.date = date());
        if (!Settings.accessLog().equals("off")) {
            router.route().handler(accessLog(Settings.accessLog().equals("json")));
        }
        router.route().handler(features::serverAndDate);
        router.route().handler(Features::requestId);
        if (Settings.securityHeaders()) {
            router.route().handler(header(CONTENT_TYPE_OPTIONS, "nosniff"));
            router.route().handler(XFrameHandler.create(XFrameHandler.DENY));
        }
        if (!Settings.origin().isEmpty()) {
            router.route().handler(CorsHandler.create().addOrigin(Settings.origin()));
        }
        if (!Settings.tokenSecret().isEmpty()) {
            addAuthentication(vertx, router);
        }
        if (!Settings.token().isEmpty()) {
            router.route().handler(header(SERVICE_VERSION, "1.4.2"));
            router.route().handler(token(Settings.token()));
        }
    }

    /** Verifies the token of each request, and lets users with a role pass. */
    private static void addAuthentication(final Vertx vertx, final Router router) {
        final JWTAuth tokens = JWTAuth.create(
                vertx,
                new JWTAuthOptions()
                        .addPubSecKey(
                                new PubSecKeyOptions().setAlgorithm("HS256").setBuffer(Settings.tokenSecret()))
                        .setJWTOptions(new JWTOptions().setIssuer(Settings.tokenIssuer())));
        router.route().handler(JWTAuthHandler.create(tokens));
        router.route()
                .handler(AuthorizationHandler.create(PermissionBasedAuthorization.create("user"))
                        .addAuthorizationProvider(JWTAuthorization.create("roles")));
    }

    private static LoggerHandler accessLog(final boolean json) {
        return json
                ? LoggerHandler.create(LoggerFormat.CUSTOM).customFormatter(Features::line)
                : LoggerHandler.create(LoggerFormat.DEFAULT);
    }

    private static String line(final RoutingContext context, final long millis) {
        final HttpServerRequest request = context.request();
        return new JsonObject()
                .put("time", Instant.now().toString())
                .put("requestId", context.response().headers().get(REQUEST_ID))
                .put("client", request.remoteAddress().hostAddress())
                .put("method", request.method().name())
                .put("target", request.uri())
                .put(
                        "route",
                        context.currentRoute() == null
                                ? null
                                : context.currentRoute().getPath())
                .put("version", request.version().alpnName())
                .put("status", context.response().getStatusCode())
                .put("bytes", context.response().bytesWritten())
                .put("durationMs", millis)
                .put("referer", request.headers().get(HttpHeaders.REFERER))
                .put("userAgent", request.headers().get(HttpHeaders.USER_AGENT))
                .encode();
    }

    private void serverAndDate(final RoutingContext context) {
        context.response().headers().add(HttpHeaders.SERVER, SERVER).add(HttpHeaders.DATE, date);
        context.next();
    }

    private static CharSequence date() {
        return HttpHeaders.createOptimized(
                DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
    }

    private static void requestId(final RoutingContext context) {
        final @Nullable String given = context.request().headers().get(REQUEST_ID);
        context.response()
                .headers()
                .add(REQUEST_ID, given == null ? UUID.randomUUID().toString() : given);
        context.next();
    }

    private static Handler<RoutingContext> header(final CharSequence name, final String value) {
        final CharSequence content = HttpHeaders.createOptimized(value);
        return context -> {
            context.response().headers().add(name, content);
            context.next();
        };
    }

    private static Handler<RoutingContext> token(final String token) {
        return context -> {
            if (token.equals(context.request().headers().get(API_TOKEN))) {
                context.next();
            } else {
                context.response().setStatusCode(401).end();
            }
        };
    }
}
