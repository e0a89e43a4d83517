package org.jzenith.security.oidc;

import com.google.errorprone.annotations.CheckReturnValue;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.LogoutRequest;
import com.nimbusds.openid.connect.sdk.claims.LogoutTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.MultiMap;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.core.state.SharedCounts;
import org.jzenith.core.state.SharedState;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.internal.authentication.FailedProofs;
import org.jzenith.security.internal.authentication.KnownClients;
import org.jzenith.security.internal.authentication.Priority;
import org.jzenith.security.observe.SecurityEvent;
import org.jzenith.security.oidc.internal.configuration.OidcConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and completes logins, and ends sessions. Safe for use by many threads. */
@CheckReturnValue
final class LoginEndpoints {

    private static final Logger LOGGER = LoggerFactory.getLogger(LoginEndpoints.class);

    private static final String LOGIN = "login";
    private static final int MOST_LOGINS = 5;
    private static final int MOST_USED_LOGINS = 20_000;

    /** After this many wrong codes of a network in a second, its further codes are sent to the provider last. */
    private static final int MOST_WRONG_CODES = 10;

    private static final int MOST_WRONG_LOGOUT_TOKENS = 200;

    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int UNAVAILABLE = 503;

    private final OidcConfiguration settings;
    private final Provider provider;
    private final Tokens tokens;
    private final Sessions sessions;
    private final SessionCookies cookies;
    private final CookieCipher cipher;
    private final Duration lifetime;
    private final KnownClients known;
    private final FailedProofs wrongCodes = new FailedProofs(MOST_WRONG_CODES);
    private final FailedProofs wrongLogoutTokens =
            new FailedProofs(MOST_WRONG_LOGOUT_TOKENS, "This network has sent too many wrong logout tokens.");

    /** The states whose code was sent to the provider have the count 1. */
    private final SharedCounts usedLogins;

    private final @Nullable EventEmitter<SecurityEvent> events;
    private final CountedWarning unavailable =
            new CountedWarning(LOGGER, "A login failed, because the provider or a store is not available.");

    @Inject
    LoginEndpoints(
            final OidcConfiguration settings,
            final Provider provider,
            final Tokens tokens,
            final Sessions sessions,
            final SessionCookies cookies,
            final CookieCipher cipher,
            final KnownClients known,
            final SharedState state,
            final Observers observers) {
        this.settings = settings;
        this.provider = provider;
        this.tokens = tokens;
        this.sessions = sessions;
        this.cookies = cookies;
        this.cipher = cipher;
        this.known = known;
        this.usedLogins = state.counts("used-logins", MOST_USED_LOGINS, PendingLogin.LIFETIME);
        this.lifetime = settings.session().lifetime();
        this.events = observers.of(SecurityEvent.class);
    }

    /** Redirects the browser to the provider, or directly to its page if it already has a session. */
    Single<Reply> login(final Exchange exchange) {
        final ServerRequest request = exchange.request();
        final List<String> asked = query(request).getOrDefault("return", List.of());
        final String path = returnPath(asked.size() == 1 ? asked.get(0) : null);
        return session(request)
                .map(active -> Reply.redirect(path))
                .switchIfEmpty(Single.defer(() -> begin(exchange, path)));
    }

    private String returnPath(final @Nullable String asked) {
        final String path = PendingLogin.ReturnPath.of(asked);
        final int query = path.indexOf('?');
        final String bare = query < 0 ? path : path.substring(0, query);
        return bare.equals(settings.loginPath()) || bare.equals(settings.callbackPath())
                ? PendingLogin.ReturnPath.DEFAULT
                : path;
    }

    private Maybe<Sessions.Active> session(final ServerRequest request) {
        final String cookie = cookies.session(request.headers());
        return cookie == null
                ? Maybe.empty()
                : sessions.find(cookie, request.authority())
                        .onErrorComplete(error -> error instanceof Sessions.RefreshRefusedException);
    }

    private Single<Reply> begin(final Exchange exchange, final String path) {
        final ServerRequest request = exchange.request();
        final PendingLogin login = PendingLogin.begin(base(request) + settings.callbackPath(), path);
        final List<String> set = new ArrayList<>();
        final String cookie = cipher.seal(LOGIN, login.toJson());
        set.add(SessionCookies.field(
                cookies.loginName(PendingLogin.idOf(login.state().getValue())),
                cookie,
                PendingLogin.LIFETIME.toSeconds()));
        if (cookies.hasSession(request.headers())) {
            set.addAll(cookies.clear(request.headers()));
        }
        cookies.surplusLogins(request.headers(), cookie.length(), MOST_LOGINS - 1)
                .forEach(each -> set.add(SessionCookies.field(each, "", 0)));
        return provider.metadata()
                .map(endpoints ->
                        Reply.redirect(authentication(endpoints, login)).withCookies(set))
                .onErrorReturn(error -> unavailable(exchange, error));
    }

    private String authentication(final Provider.Endpoints endpoints, final PendingLogin login) {
        return new AuthenticationRequest.Builder(
                        ResponseType.CODE,
                        new Scope(settings.scopes().toArray(String[]::new)),
                        tokens.clientId(),
                        URI.create(login.redirect()))
                .endpointURI(endpoints.authorization())
                .state(login.state())
                .nonce(login.nonce())
                .codeChallenge(login.verifier(), CodeChallengeMethod.S256)
                .build()
                .toURI()
                .toString();
    }

    private Reply unavailable(final Exchange exchange, final Throwable error) {
        final String reason = LogText.escape(String.valueOf(error.getMessage()));
        exchange.context().run(() -> {
            if (error instanceof TemporarilyUnavailable) {
                unavailable.add(reason);
            } else {
                LOGGER.warn("A login failed: {}", reason, error);
            }
        });
        return Reply.problem(UNAVAILABLE, "The service is temporarily unavailable.")
                .with("Retry-After", "5");
    }

    private String base(final ServerRequest request) {
        return settings.publicUrl()
                .map(LoginEndpoints::origin)
                .orElseGet(() -> request.scheme() + "://" + request.authority());
    }

    /** Returns the origin of the application's pages, as browsers send it. */
    static String origin(final URI publicUrl) {
        return publicUrl.getScheme() + "://" + Authority.of(publicUrl);
    }

    private static Map<String, List<String>> query(final ServerRequest request) {
        final String all = request.pathAndQuery();
        final int mark = all.indexOf('?');
        return mark < 0 ? Map.of() : URLUtils.parseParameters(all.substring(mark + 1));
    }

    /** Completes a login that this browser has started. */
    Single<Reply> callback(final Exchange exchange) {
        final ServerRequest request = exchange.request();
        final Map<String, List<String>> parameters = query(request);
        if (parameters.values().stream().anyMatch(values -> values.size() != 1)) {
            return Single.just(refuse(exchange, "A parameter of the callback is repeated.", List.of()));
        }
        final String state = first(parameters, "state");
        if (state == null || !isToken(state)) {
            return Single.just(refuse(exchange, "The callback has no state.", List.of()));
        }
        final String id = PendingLogin.idOf(state);
        final PendingLogin login = pending(request.headers(), id);
        if (login == null || !login.state().equals(new State(state))) {
            return Single.just(refuse(
                    exchange, "The login expired after 10 minutes, or was started in another browser.", List.of()));
        }
        final List<String> used = List.of(SessionCookies.field(cookies.loginName(id), "", 0));
        final String issuer = first(parameters, "iss");
        if (issuer != null && !issuer.equals(settings.issuer().toString())) {
            return Single.just(refuse(exchange, "The callback comes from the wrong issuer '" + issuer + "'.", used));
        }
        final String error = first(parameters, "error");
        if (error != null) {
            LOGGER.info("The provider has refused a login: {}", LogText.escape(error));
            return Single.just(Reply.problem(FORBIDDEN, "The provider has refused the login.")
                    .withCookies(used));
        }
        final String code = first(parameters, "code");
        if (code == null) {
            return Single.just(refuse(exchange, "The callback has no code.", used));
        }
        // Another tab may have completed its login meanwhile: one session is enough.
        return session(request)
                .filter(active -> active.session().loginAt().isAfter(login.begun()))
                .map(active -> Reply.redirect(login.returnPath()).withCookies(used))
                .switchIfEmpty(Single.defer(() -> complete(exchange, login, code, used)));
    }

    private static @Nullable String first(final Map<String, List<String>> parameters, final String name) {
        final List<String> values = parameters.get(name);
        return values == null || values.get(0).isBlank() ? null : values.get(0);
    }

    /** Returns true if a state has only the characters of generated states, so that it can be part of a cookie's name. */
    private static boolean isToken(final String state) {
        return state.chars().allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || c == '-' || c == '_'));
    }

    private static Reply refuse(final Exchange exchange, final String reason, final List<String> clear) {
        exchange.context().run(() -> LOGGER.info("A login was not completed: {}", LogText.escape(reason)));
        return Reply.problem(BAD_REQUEST, "The login could not be completed. Start it again.")
                .withCookies(clear);
    }

    private @Nullable PendingLogin pending(final MultiMap headers, final String id) {
        final String cookie = cookies.login(headers, id);
        final String text = cookie == null ? null : cipher.open(LOGIN, cookie);
        if (text == null) {
            return null;
        }
        try {
            final PendingLogin login = PendingLogin.ofJson(text);
            return login.isExpired() ? null : login;
        } catch (final RuntimeException e) {
            return null; // of an older version of the application
        }
    }

    /** Sends a code to the provider, only once for each login unless the provider is unavailable. */
    private Single<Reply> complete(
            final Exchange exchange, final PendingLogin login, final String code, final List<String> used) {
        final ServerRequest request = exchange.request();
        final String authority = request.authority();
        final String network = request.clientNetwork();
        final List<String> state = List.of(login.state().getValue());
        final Priority priority = wrongCodes.isExceeded(network) ? Priority.UNKNOWN : known.priority(network);
        final Single<OIDCTokens> sent = tokens.exchange(login, code, priority)
                .onErrorResumeNext(error -> error instanceof ProviderRefusalException
                        ? Single.error(error)
                        : usedLogins.subtract(state).andThen(Single.error(error)));
        final Single<Reply> completed = counted(wrongCodes, network, sent)
                .flatMap(received -> opened(exchange, create(authority, received), login, used))
                .onErrorResumeNext(error -> error instanceof ProviderRefusalException
                        ? Single.just(refuse(exchange, String.valueOf(error.getMessage()), used))
                        : Single.error(error));
        return usedLogins
                .add(state)
                .flatMap(counts -> counts.get(0).value() == 1
                        ? completed
                        : usedLogins
                                .subtract(state)
                                .toSingle(() ->
                                        refuse(exchange, "The login is in progress or already completed.", List.of())))
                .onErrorReturn(error -> unavailable(exchange, error));
    }

    /** Counts a wrong code or token, and remembers the network of a valid one. */
    private <T> Single<T> counted(final FailedProofs failures, final String network, final Single<T> check) {
        return check.doOnSuccess(right -> known.add(network)).doOnError(error -> {
            if (error instanceof ProviderRefusalException) {
                failures.add(network);
            }
        });
    }

    private Session create(final String authority, final OIDCTokens received) throws ParseException {
        final Instant now = Sessions.now();
        return new Session(
                new State().getValue(),
                authority,
                now,
                now.plus(lifetime),
                received.getIDTokenString(),
                Session.claimsOf(received.getIDTokenString()),
                received.getRefreshToken() == null
                        ? null
                        : received.getRefreshToken().getValue(),
                Sessions.expiry(received),
                null,
                null);
    }

    private Single<Reply> opened(
            final Exchange exchange, final Session session, final PendingLogin login, final List<String> used) {
        final Sessions.Active active = sessions.activate(session);
        if (active == null) {
            return Single.just(
                    refuse(exchange, "The ID token has no claim '" + settings.nameClaim() + "' with a name.", used));
        }
        return sessions.save(session).map(cookie -> {
            if (!cookies.fits(cookie)) {
                return tooLarge(exchange, sessions.tooLarge(session, cookie), used);
            }
            final Reply reply = Reply.redirect(login.returnPath())
                    .withCookies(used)
                    .withCookies(cookies.set(cookie, session.secondsLeft()));
            cookies.surplusLogins(exchange.request().headers(), cookie.length(), MOST_LOGINS)
                    .forEach(each -> reply.withCookies(List.of(SessionCookies.field(each, "", 0))));
            emit(new SecurityEvent.LoggedIn(exchange.context(), active.identity()));
            return reply;
        });
    }

    /** Refuses the login: the browser would send the cookies with each request, and every request, even the logout, would get a 431. */
    private static Reply tooLarge(final Exchange exchange, final String reason, final List<String> used) {
        exchange.context().run(() -> LOGGER.warn("A login was refused. {}", LogText.escape(reason)));
        return Reply.problem(
                        FORBIDDEN,
                        "The provider has sent more data about this user than a session can hold. Tell the operators of this application "
                                + "to read its log.")
                .withCookies(used);
    }

    private void emit(final SecurityEvent event) {
        if (events != null) {
            events.emit(event);
        }
    }

    /** Ends the browser's session, and redirects the browser to the provider's logout. */
    Single<Reply> logout(final Exchange exchange) {
        final ServerRequest request = exchange.request();
        final List<String> clear = cookies.clear(request.headers());
        final String home = base(request) + settings.postLogoutPath();
        final String cookie = cookies.session(request.headers());
        return (cookie == null ? Maybe.<Sessions.Active>empty() : sessions.findUnrefreshed(cookie, request.authority()))
                .flatMapSingleElement(active -> sessions.end(active.session())
                        .andThen(endOfSession(active.session(), home))
                        .doOnSuccess(location -> emit(new SecurityEvent.LoggedOut(
                                exchange.context(), active.identity().getName()))))
                .toSingle(settings.postLogoutPath())
                .map(location -> Reply.redirect(location).withCookies(clear));
    }

    private Single<String> endOfSession(final Session session, final String home) {
        return provider.metadata()
                .map(endpoints -> endpoints.endSession() == null
                        ? settings.postLogoutPath()
                        : new LogoutRequest(
                                        endpoints.endSession(),
                                        session.idToken() == null ? null : JWTParser.parse(session.idToken()),
                                        null,
                                        tokens.clientId(),
                                        URI.create(home),
                                        null,
                                        null)
                                .toURI()
                                .toString())
                .onErrorReturnItem(settings.postLogoutPath());
    }

    /** Ends the sessions that a logout token of the provider names. */
    Single<Reply> backChannel(final Exchange exchange) {
        final RequestContext context = exchange.context();
        final String form;
        try {
            form = new String(exchange.body().stream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            return Single.error(e);
        }
        final List<String> values = URLUtils.parseParameters(form).getOrDefault("logout_token", List.of());
        if (values.size() != 1) {
            return Single.just(Reply.problem(BAD_REQUEST, "The form must have exactly one logout_token."));
        }
        final String network = exchange.request().clientNetwork();
        return Single.defer(() -> {
                    if (known.priority(network) == Priority.UNKNOWN) {
                        wrongLogoutTokens.check(network);
                    }
                    return counted(wrongLogoutTokens, network, tokens.logout(values.get(0)));
                })
                .flatMap(claims -> end(claims, context).toSingle(Reply::ok))
                .onErrorReturn(error -> {
                    if (error instanceof ProviderRefusalException) {
                        context.run(() -> LOGGER.info(
                                "A logout token was refused: {}", LogText.escape(String.valueOf(error.getMessage()))));
                        return Reply.problem(BAD_REQUEST, "The logout token is wrong.");
                    }
                    return unavailable(exchange, error);
                });
    }

    private Completable end(final LogoutTokenClaimsSet claims, final RequestContext context) {
        final String sid =
                claims.getSessionID() == null ? null : claims.getSessionID().getValue();
        final String subject =
                claims.getSubject() == null ? null : claims.getSubject().getValue();
        return sessions.end(sid, subject)
                .doOnComplete(
                        () -> emit(new SecurityEvent.LoggedOut(context, subject == null ? "session " + sid : subject)));
    }
}
