package org.jzenith.security.embedded.internal;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
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
import com.nimbusds.oauth2.sdk.token.Tokens;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationSuccessResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.SubjectType;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
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
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A provider of OpenID Connect on a free port of the loopback address: discovery, keys, authorization code with PKCE, refresh tokens that work
 * once, client credentials, introspection and logout. It has a Vert.x of its own and one event loop. Safe for use by many threads.
 */
public final class ProviderServer implements AutoCloseable {

    /** The path of the discovery document. */
    public static final String DISCOVERY = "/.well-known/openid-configuration";

    /** The path of the keys. */
    public static final String KEYS = "/keys";

    private static final int OK = 200;
    private static final int FOUND = 302;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int INTERNAL_ERROR = 500;

    /** A login whose code is not exchanged yet. */
    private record PendingCode(AuthenticationRequest request, String user) {}

    private final ProviderBehavior behavior;
    private final Vertx vertx;
    private final HttpServer server;
    private final ProviderTokens tokens;
    private final Map<AuthorizationCode, PendingCode> codes = new ConcurrentHashMap<>();
    private final Map<RefreshToken, String> refreshTokens = new ConcurrentHashMap<>();

    /** Opens a port, and blocks until then. All threads run when it returns, so that none of them looks like one that a test has left behind. */
    public ProviderServer(final ProviderBehavior behavior) {
        this.behavior = behavior;
        this.vertx = Vertx.vertx(
                new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1).setInternalBlockingPoolSize(1));
        try {
            this.server = vertx.createHttpServer()
                    .requestHandler(this::handle)
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
            final CompletableFuture<Void> running = new CompletableFuture<>();
            vertx.getOrCreateContext().runOnContext(running::complete);
            running.join();
            this.tokens = new ProviderTokens(behavior, issuer());
        } catch (final RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** Returns the issuer, such as {@code http://127.0.0.1:41234}. */
    public String issuer() {
        return "http://127.0.0.1:" + server.actualPort();
    }

    /** Returns the signer of tokens. */
    public ProviderTokens tokens() {
        return tokens;
    }

    /** Frees the port and the threads, and blocks until then. */
    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private void handle(final HttpServerRequest request) {
        request.body().onSuccess(body -> {
            try {
                behavior.respond(request, () -> respond(request, body));
            } catch (final RuntimeException e) {
                request.response().setStatusCode(INTERNAL_ERROR).end(String.valueOf(e.getMessage()));
            }
        });
    }

    private void respond(final HttpServerRequest request, final Buffer body) {
        final HttpServerResponse response = request.response();
        switch (request.path()) {
            case DISCOVERY ->
                json(
                        response,
                        behavior.document(DISCOVERY, new JsonObject(metadata().toJSONObject())));
            case KEYS ->
                json(
                        response,
                        behavior.document(
                                KEYS, new JsonObject(tokens.publicKeys().toString())));
            case "/authorize" -> authorize(request);
            case "/token" -> send(response, token(parsed(request, body)));
            case "/introspect" -> send(response, introspect(parsed(request, body)));
            case "/logout" -> redirect(response, String.valueOf(request.getParam("post_logout_redirect_uri")));
            default -> response.setStatusCode(NOT_FOUND).end();
        }
    }

    private static void redirect(final HttpServerResponse response, final String location) {
        response.setStatusCode(FOUND).putHeader("Location", location).end();
    }

    private static void json(final HttpServerResponse response, final JsonObject content) {
        response.setStatusCode(OK).putHeader("Content-Type", "application/json").end(content.encode());
    }

    private static void send(final HttpServerResponse response, final HTTPResponse content) {
        response.setStatusCode(content.getStatusCode());
        content.getHeaderMap().forEach((name, values) -> response.putHeader(name, values));
        response.end(content.getBody() == null ? "" : content.getBody());
    }

    private OIDCProviderMetadata metadata() {
        final OIDCProviderMetadata metadata =
                new OIDCProviderMetadata(new Issuer(issuer()), List.of(SubjectType.PUBLIC), jwksUri());
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

    /** Returns the address of the keys. */
    public URI jwksUri() {
        return URI.create(issuer() + KEYS);
    }

    /** Logs a user in at once, or shows the page that lists the users, whose links are this address with a user. */
    private void authorize(final HttpServerRequest incoming) {
        final AuthenticationRequest request;
        try {
            request = AuthenticationRequest.parse(URI.create(issuer() + incoming.uri()));
        } catch (final ParseException e) {
            throw new IllegalArgumentException("The authentication request is malformed: " + incoming.uri(), e);
        }
        final String fixed = behavior.userWithoutPage();
        final String user = fixed == null ? incoming.getParam(LoginPage.USER) : fixed;
        if (fixed == null && (user == null || !behavior.users().containsKey(user))) {
            LoginPage.send(incoming.response(), incoming.uri(), behavior.users());
            return;
        }
        final AuthorizationCode code = new AuthorizationCode();
        codes.put(code, new PendingCode(request, user));
        redirect(
                incoming.response(),
                new AuthenticationSuccessResponse(
                                request.getRedirectionURI(), code, null, null, request.getState(), null, null)
                        .toURI()
                        .toString());
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
        if (request.getAuthorizationGrant() instanceof ClientCredentialsGrant) {
            return new AccessTokenResponse(new Tokens(accessToken(behavior.clientId()), null)).toHTTPResponse();
        }
        return request.getAuthorizationGrant() instanceof final RefreshTokenGrant grant
                ? refreshed(grant)
                : refused(OAuth2Error.UNSUPPORTED_GRANT_TYPE);
    }

    private boolean isClient(final @Nullable ClientAuthentication authentication) {
        return authentication instanceof final PlainClientSecret secret
                && secret.getClientID().getValue().equals(behavior.clientId())
                && secret.getClientSecret().getValue().equals(behavior.clientSecret());
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
        final String owner = behavior.refreshed(refreshTokens.remove(grant.getRefreshToken()));
        return owner == null ? refused(OAuth2Error.INVALID_GRANT) : tokens(owner, null);
    }

    private HTTPResponse tokens(final String user, final @Nullable String nonce) {
        final RefreshToken refreshToken = new RefreshToken();
        refreshTokens.put(refreshToken, user);
        final AccessTokenResponse response =
                new OIDCTokenResponse(new OIDCTokens(tokens.idToken(user, nonce), accessToken(user), refreshToken));
        return response.toHTTPResponse();
    }

    private BearerAccessToken accessToken(final String owner) {
        return new BearerAccessToken(
                tokens.accessToken(owner), behavior.tokenLifetime().toSeconds(), null);
    }

    private HTTPResponse introspect(final HTTPRequest incoming) {
        final TokenIntrospectionRequest request;
        try {
            request = TokenIntrospectionRequest.parse(incoming);
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
