package org.jzenith.security.oidc;

import com.google.errorprone.annotations.CheckReturnValue;
import com.nimbusds.jose.Header;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.claims.AuthorizedParty;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.claims.LogoutTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import com.nimbusds.openid.connect.sdk.validators.LogoutTokenValidator;
import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.security.internal.authentication.Priority;
import org.jzenith.security.jwt.internal.key.KeySet;
import org.jzenith.security.jwt.internal.provider.ProviderResponse;
import org.jzenith.security.jwt.internal.provider.ProviderUnavailableException;
import org.jzenith.security.oidc.internal.configuration.OidcConfiguration;

/** Gets tokens from the provider, and verifies them with its keys. Failures are {@link ProviderRefusalException}s and {@link ProviderUnavailableException}s. Safe for use by many threads. */
@Singleton
@CheckReturnValue
final class Tokens {

    private static final int MOST_SKEW_SECONDS = 60;
    private static final int REDIRECTION = 300;
    private static final int CLIENT_ERROR = 400;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;

    private final Provider provider;
    private final Blocking blocking;
    private final Issuer issuer;
    private final ClientID clientId;
    private final @Nullable ClientSecretBasic authentication;
    private final Set<JWSAlgorithm> algorithms;

    @Inject
    Tokens(final Provider provider, final Blocking blocking, final OidcConfiguration configuration) {
        this.provider = provider;
        this.blocking = blocking;
        this.issuer = new Issuer(configuration.issuer());
        this.clientId = new ClientID(configuration.clientId());
        this.authentication = configuration
                .clientSecret()
                // A setting that is not set may come as a secret that holds nothing.
                .map(io.smallrye.config.Secret::get)
                .map(secret -> new ClientSecretBasic(clientId, new Secret(secret)))
                .orElse(null);
        this.algorithms =
                configuration.algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toUnmodifiableSet());
    }

    ClientID clientId() {
        return clientId;
    }

    /** Completes when the provider's endpoints are known, so that {@link #refresh} can send its token without delay. */
    Completable ready() {
        return provider.metadata().ignoreElement();
    }

    /** Exchanges a login's code for tokens, and verifies the ID token. Clients with a higher priority go first. */
    Single<OIDCTokens> exchange(final PendingLogin login, final String code, final Priority priority) {
        return request(
                        new AuthorizationCodeGrant(
                                new AuthorizationCode(code), URI.create(login.redirect()), login.verifier()),
                        priority)
                .flatMap(tokens -> tokens.getIDToken() == null
                        ? Single.error(new ProviderRefusalException("The provider sent no ID token."))
                        : verified(tokens, login.nonce()));
    }

    /** Gets new tokens. If there is an ID token among them, it is verified, and must be for the same user. */
    Single<OIDCTokens> refresh(final String refreshToken, final String subject) {
        return request(new RefreshTokenGrant(new RefreshToken(refreshToken)), Priority.KNOWN_CREDENTIALS)
                .flatMap(tokens -> tokens.getIDToken() == null ? Single.just(tokens) : verified(tokens, null))
                .doOnSuccess(tokens -> {
                    if (tokens.getIDToken() != null
                            && !subject.equals(
                                    tokens.getIDToken().getJWTClaimsSet().getSubject())) {
                        throw new ProviderRefusalException("The refreshed ID token is for another user.");
                    }
                });
    }

    private Single<OIDCTokens> request(final AuthorizationGrant grant, final Priority priority) {
        return provider.metadata()
                .flatMap(endpoints -> provider.post(
                        endpoints.token(), tokenRequest(endpoints, grant).toHTTPRequest(), priority))
                .map(Tokens::parsed);
    }

    private TokenRequest tokenRequest(final Provider.Endpoints endpoints, final AuthorizationGrant grant) {
        final URI endpoint = endpoints.token();
        return authentication == null
                ? new TokenRequest.Builder(endpoint, clientId, grant).build()
                : new TokenRequest.Builder(endpoint, authentication, grant).build();
    }

    private static OIDCTokens parsed(final ProviderResponse response) {
        final int status = response.status();
        if (status >= SERVER_ERROR || status == TOO_MANY || (status >= REDIRECTION && status < CLIENT_ERROR)) {
            throw new ProviderUnavailableException("The token endpoint responded with the status " + status, null);
        }
        try {
            final HTTPResponse whole = new HTTPResponse(status);
            if (response.contentType() != null) {
                whole.setContentType(response.contentType());
            }
            whole.setBody(response.body().toString());
            final TokenResponse parsed = OIDCTokenResponseParser.parse(whole);
            if (parsed instanceof final OIDCTokenResponse success) {
                return success.getOIDCTokens();
            }
            final String error = parsed.toErrorResponse().getErrorObject().getCode();
            final String message = "The token endpoint refused the request: " + error;
            throw OAuth2Error.INVALID_GRANT.getCode().equals(error)
                    ? ProviderRefusalException.ofGrant(message)
                    : new ProviderRefusalException(message);
        } catch (final ParseException e) {
            throw new ProviderUnavailableException(
                    "The response of the token endpoint is malformed: " + e.getMessage(), null);
        }
    }

    private Single<OIDCTokens> verified(final OIDCTokens tokens, final @Nullable Nonce nonce) {
        return verify(tokens.getIDToken(), true, keys -> {
                    final IDTokenValidator validator = new IDTokenValidator(issuer, clientId, selector(keys), null);
                    validator.setMaxClockSkew(MOST_SKEW_SECONDS);
                    return validator.validate(tokens.getIDToken(), nonce);
                })
                .doOnSuccess(this::checkAuthorizedParty)
                .map(claims -> tokens);
    }

    /** Refuses a token that was issued to another client, even if this client is in its audience (OpenID Connect Core, 3.1.3.7). */
    private void checkAuthorizedParty(final IDTokenClaimsSet claims) {
        final AuthorizedParty party = claims.getAuthorizedParty();
        if (party == null ? claims.getAudience().size() > 1 : !party.getValue().equals(clientId.getValue())) {
            throw new ProviderRefusalException(
                    "The ID token has several audiences or was issued to another client: its azp is " + party
                            + ", but oidc.client-id is '" + clientId + "'.");
        }
    }

    /** Verifies a logout token. */
    Single<LogoutTokenClaimsSet> logout(final String token) {
        final JWT parsed;
        try {
            parsed = JWTParser.parse(token);
        } catch (final java.text.ParseException e) {
            return Single.error(new ProviderRefusalException("The logout token is malformed."));
        }
        return verify(
                parsed,
                false,
                keys -> new LogoutTokenValidator(issuer, clientId, false, selector(keys), null).validate(parsed));
    }

    private JWSVerificationKeySelector<SecurityContext> selector(final KeySet keys) {
        return new JWSVerificationKeySelector<>(algorithms, new ImmutableJWKSet<>(keys.jwks()));
    }

    /** Checks a token with the provider's keys. */
    @FunctionalInterface
    private interface Check<T> {

        T with(KeySet keys) throws BadJOSEException, JOSEException;
    }

    /**
     * Runs a check on a blocking thread, because some signatures take a millisecond.
     *
     * @param isFromProvider true if the token comes directly from the provider, in a response
     */
    private <T> Single<T> verify(final JWT token, final boolean isFromProvider, final Check<T> check) {
        final Header header = token.getHeader();
        if (!(header instanceof final JWSHeader signed) || !algorithms.contains(signed.getAlgorithm())) {
            return Single.error(new ProviderRefusalException("The token has the algorithm " + header.getAlgorithm()
                    + ", which oidc.algorithms does not allow."));
        }
        return provider.keys(signed.getKeyID(), isFromProvider)
                .flatMap(keys -> blocking.single(() -> check.with(keys)))
                .onErrorResumeNext(error -> Single.error(
                        error instanceof BadJOSEException || error instanceof JOSEException
                                ? new ProviderRefusalException("The token is wrong: " + error.getMessage())
                                : error));
    }
}
