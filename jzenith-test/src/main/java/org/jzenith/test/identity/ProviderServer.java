package org.jzenith.test.identity;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.TokenErrorResponse;
import com.nimbusds.oauth2.sdk.TokenIntrospectionErrorResponse;
import com.nimbusds.oauth2.sdk.TokenIntrospectionRequest;
import com.nimbusds.oauth2.sdk.TokenIntrospectionSuccessResponse;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.PlainClientSecret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.openid.connect.sdk.AuthenticationErrorResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationSuccessResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.SubjectType;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The HTTP server of a provider, with a Vert.x of its own and one event loop. */
final class ProviderServer {

    private static final int ENDLESS_PIECE = 64 * 1024;
    private static final long ENDLESS = 1L << 30;
    private static final int OK = 200;
    private static final int FOUND = 302;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int INTERNAL_ERROR = 500;
    private static final int UNAVAILABLE = 503;

    /** A login whose code is not exchanged yet. */
    private record PendingCode(AuthenticationRequest request, String user) {}

    private final TestIdentityProvider provider;
    private final Vertx vertx;
    private final Context context;
    private final HttpServer server;
    private final ProviderTokens tokens;
    private final Map<AuthorizationCode, PendingCode> codes = new ConcurrentHashMap<>();
    private final Map<RefreshToken, String> refreshTokens = new ConcurrentHashMap<>();

    /** Opens a port. All threads run when it returns, so that none of them looks like one that a test has left behind. */
    ProviderServer(final TestIdentityProvider provider) {
        this.provider = provider;
        this.vertx = Vertx.vertx(
                new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1).setInternalBlockingPoolSize(1));
        this.context = vertx.getOrCreateContext();
        try {
            this.server = vertx.createHttpServer()
                    .requestHandler(this::handle)
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
            final CompletableFuture<Void> running = new CompletableFuture<>();
            context.runOnContext(running::complete);
            running.join();
            this.tokens = new ProviderTokens(provider, issuer());
        } catch (final RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    String issuer() {
        return "http://127.0.0.1:" + server.actualPort();
    }

    ProviderTokens tokens() {
        return tokens;
    }

    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private void handle(final HttpServerRequest request) {
        try {
            answer(request);
        } catch (final RuntimeException e) {
            request.response().setStatusCode(INTERNAL_ERROR).end(String.valueOf(e.getMessage()));
        }
    }

    private void answer(final HttpServerRequest request) {
        provider.counted(request.path());
        final HttpServerResponse response = request.response();
        switch (request.path()) {
            case "/.well-known/openid-configuration" ->
                unless(
                        response,
                        ProviderFault.DISCOVERY_HANGS,
                        ProviderFault.DISCOVERY_REDIRECTS,
                        ProviderFault.DISCOVERY_IS_ENDLESS,
                        () -> json(response, discovery()));
            case "/keys" ->
                unless(
                        response,
                        ProviderFault.KEYS_HANG,
                        ProviderFault.KEYS_REDIRECT,
                        ProviderFault.KEYS_ARE_ENDLESS,
                        () -> json(response, keys()));
            case "/authorize" -> redirect(response, authorize(request));
            case "/token" -> request.body().onSuccess(body -> afterHold(() -> token(request, body)));
            case "/introspect" -> request.body().onSuccess(body -> send(response, introspect(request, body)));
            case "/logout" -> redirect(response, String.valueOf(request.getParam("post_logout_redirect_uri")));
            default -> response.setStatusCode(NOT_FOUND).end();
        }
    }

    private void unless(
            final HttpServerResponse response,
            final ProviderFault hangs,
            final ProviderFault redirects,
            final ProviderFault endless,
            final Runnable answer) {
        if (provider.has(redirects)) {
            redirect(response, issuer() + "/elsewhere");
        } else if (provider.has(endless)) {
            response.setChunked(true).putHeader("Content-Type", "application/json");
            writeEndlessly(response);
        } else if (!provider.has(hangs)) {
            answer.run();
        }
    }

    private static void writeEndlessly(final HttpServerResponse response) {
        if (response.closed() || response.ended()) {
            return;
        }
        if (response.bytesWritten() >= ENDLESS) {
            response.end();
        } else {
            response.write(Buffer.buffer(" ".repeat(ENDLESS_PIECE))).onSuccess(written -> writeEndlessly(response));
        }
    }

    private static void redirect(final HttpServerResponse response, final String location) {
        response.setStatusCode(FOUND).putHeader("Location", location).end();
    }

    private static void json(final HttpServerResponse response, final String content) {
        response.setStatusCode(OK).putHeader("Content-Type", "application/json").end(content);
    }

    private static void send(final HttpServerResponse response, final HTTPResponse content) {
        response.setStatusCode(content.getStatusCode());
        content.getHeaderMap().forEach((name, values) -> response.putHeader(name, values));
        response.end(content.getBody() == null ? "" : content.getBody());
    }

    private String keys() {
        final JsonObject keys = new JsonObject(tokens.publicKeys().toString());
        if (provider.has(ProviderFault.KEYS_ARE_ODD)) {
            keys.getJsonArray("keys")
                    .add(0, "odd")
                    .add(new JsonObject().put("kid", "new").put("kty", "AKP").put("alg", "ML-DSA-44"))
                    .add(new JsonObject()
                            .put("kid", "curve")
                            .put("kty", "EC")
                            .put("crv", "BP-256")
                            .put("x", "AA")
                            .put("y", "AA"))
                    .add(new JsonObject().put("kid", "bare").put("kty", "RSA"));
        }
        return keys.encode();
    }

    private String discovery() {
        final JsonObject document = new JsonObject(metadata().toJSONObject());
        if (provider.has(ProviderFault.DISCOVERY_IS_ODD)) {
            document.put("userinfo_endpoint", "no URL at all")
                    .put("scopes_supported", "openid")
                    .put("claims_parameter_supported", "perhaps")
                    .put("subject_types_supported", 1);
        }
        return document.encode();
    }

    private OIDCProviderMetadata metadata() {
        final OIDCProviderMetadata metadata = new OIDCProviderMetadata(
                new Issuer(provider.has(ProviderFault.WRONG_ISSUER) ? "https://evil.example" : issuer()),
                List.of(SubjectType.PUBLIC),
                URI.create(issuer() + "/keys"));
        metadata.setAuthorizationEndpointURI(URI.create(issuer() + "/authorize"));
        metadata.setTokenEndpointURI(URI.create(issuer() + "/token"));
        metadata.setIntrospectionEndpointURI(URI.create(issuer() + "/introspect"));
        metadata.setEndSessionEndpointURI(URI.create(issuer() + "/logout"));
        metadata.setCodeChallengeMethods(List.of(CodeChallengeMethod.S256));
        metadata.setIDTokenJWSAlgs(List.of(JWSAlgorithm.RS256));
        metadata.setSupportsBackChannelLogout(true);
        metadata.setSupportsBackChannelLogoutSession(true);
        metadata.applyDefaults();
        return metadata;
    }

    /** Logs the current user in at once. */
    private String authorize(final HttpServerRequest incoming) {
        final AuthenticationRequest request;
        try {
            request = AuthenticationRequest.parse(URI.create(issuer() + incoming.uri()));
        } catch (final ParseException e) {
            throw new IllegalArgumentException("The authentication request is malformed: " + incoming.uri(), e);
        }
        if (provider.has(ProviderFault.ACCESS_DENIED)) {
            return new AuthenticationErrorResponse(
                            request.getRedirectionURI(), OAuth2Error.ACCESS_DENIED, request.getState(), null)
                    .toURI()
                    .toString();
        }
        final AuthorizationCode code = new AuthorizationCode();
        codes.put(code, new PendingCode(request, provider.user()));
        return new AuthenticationSuccessResponse(
                        request.getRedirectionURI(), code, null, null, request.getState(), null, null)
                .toURI()
                .toString();
    }

    private void afterHold(final Runnable answer) {
        final CompletionStage<?> hold = provider.takeHold();
        if (hold == null) {
            answer.run();
        } else {
            hold.whenComplete((done, error) -> context.runOnContext(ignored -> answer.run()));
        }
    }

    private void token(final HttpServerRequest request, final Buffer body) {
        if (provider.has(ProviderFault.TOKEN_UNAVAILABLE)) {
            request.response().setStatusCode(UNAVAILABLE).end();
            return;
        }
        unless(
                request.response(),
                ProviderFault.TOKEN_HANGS,
                ProviderFault.TOKEN_REDIRECTS,
                ProviderFault.TOKEN_IS_ENDLESS,
                () -> send(request.response(), token(parsed(request, body))));
    }

    private HTTPRequest parsed(final HttpServerRequest request, final Buffer body) {
        final HTTPRequest parsed = new HTTPRequest(HTTPRequest.Method.POST, URI.create(issuer() + request.uri()));
        request.headers()
                .names()
                .forEach(name ->
                        parsed.setHeader(name, request.headers().getAll(name).toArray(String[]::new)));
        parsed.setBody(body.toString());
        return parsed;
    }

    private HTTPResponse token(final HTTPRequest incoming) {
        final TokenRequest request;
        try {
            request = TokenRequest.parse(incoming);
        } catch (final ParseException e) {
            return refused(e.getErrorObject() == null ? OAuth2Error.INVALID_REQUEST : e.getErrorObject());
        }
        if (!isClient(request.getClientAuthentication())) {
            return refused(OAuth2Error.INVALID_CLIENT);
        }
        if (request.getAuthorizationGrant() instanceof final AuthorizationCodeGrant grant) {
            return exchanged(grant);
        }
        return request.getAuthorizationGrant() instanceof final RefreshTokenGrant grant
                ? refreshed(grant)
                : refused(OAuth2Error.UNSUPPORTED_GRANT_TYPE);
    }

    private boolean isClient(final @Nullable ClientAuthentication authentication) {
        return authentication instanceof final PlainClientSecret secret
                && secret.getClientID().getValue().equals(provider.clientId())
                && secret.getClientSecret().getValue().equals(provider.clientSecret());
    }

    private static HTTPResponse refused(final ErrorObject error) {
        return new TokenErrorResponse(error).toHTTPResponse();
    }

    private HTTPResponse exchanged(final AuthorizationCodeGrant grant) {
        final PendingCode pending = codes.remove(grant.getAuthorizationCode());
        if (pending == null
                || !Objects.equals(pending.request().getRedirectionURI(), grant.getRedirectionURI())
                || !isChallenge(pending.request(), grant)) {
            return refused(OAuth2Error.INVALID_GRANT);
        }
        final String nonce = pending.request().getNonce() == null
                ? null
                : pending.request().getNonce().getValue();
        return tokens(pending.user(), nonce);
    }

    private static boolean isChallenge(final AuthenticationRequest request, final AuthorizationCodeGrant grant) {
        final CodeChallenge challenge = request.getCodeChallenge();
        return challenge != null
                && CodeChallengeMethod.S256.equals(request.getCodeChallengeMethod())
                && grant.getCodeVerifier() != null
                && challenge.equals(CodeChallenge.compute(CodeChallengeMethod.S256, grant.getCodeVerifier()));
    }

    private HTTPResponse refreshed(final RefreshTokenGrant grant) {
        provider.counted("refresh");
        final String owner = refreshTokens.remove(grant.getRefreshToken());
        if (owner == null) {
            return refused(OAuth2Error.INVALID_GRANT);
        }
        return tokens(provider.has(ProviderFault.REFRESH_FOR_ANOTHER_USER) ? "mallory" : owner, null);
    }

    private HTTPResponse tokens(final String user, final @Nullable String nonce) {
        final RefreshToken refreshToken = new RefreshToken();
        refreshTokens.put(refreshToken, user);
        final AccessTokenResponse response = new OIDCTokenResponse(new OIDCTokens(
                tokens.idToken(user, nonce),
                new BearerAccessToken(
                        tokens.accessToken(user), provider.tokenLifetime().toSeconds(), null),
                refreshToken));
        return response.toHTTPResponse();
    }

    private HTTPResponse introspect(final HttpServerRequest incoming, final Buffer body) {
        final TokenIntrospectionRequest request;
        try {
            request = TokenIntrospectionRequest.parse(parsed(incoming, body));
        } catch (final ParseException e) {
            return new HTTPResponse(BAD_REQUEST);
        }
        if (!isClient(request.getClientAuthentication())) {
            return new TokenIntrospectionErrorResponse(OAuth2Error.INVALID_CLIENT).toHTTPResponse();
        }
        final JWTClaimsSet claims = tokens.active(request.getToken().getValue());
        final TokenIntrospectionSuccessResponse.Builder response =
                new TokenIntrospectionSuccessResponse.Builder(claims != null);
        if (claims != null) {
            claims.toJSONObject().forEach(response::parameter);
            response.username(claims.getSubject());
        }
        return response.build().toHTTPResponse();
    }
}
