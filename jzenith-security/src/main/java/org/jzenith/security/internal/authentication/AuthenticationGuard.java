package org.jzenith.security.internal.authentication;

import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.MultiMap;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.http.internal.request.RequestOrigin;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.TooManyAttemptsException;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.observe.SecurityEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Names the identity of each request. The first mechanism for which a request has credentials decides, and augmentors add to its
 * identity. A request with two {@code Authorization} headers, or with one that no mechanism understands, has wrong credentials.
 */
@Singleton
final class AuthenticationGuard implements ListenerGuard {

    private static final Logger LOGGER = LoggerFactory.getLogger(AuthenticationGuard.class);
    private static final String AUTHORIZATION = "Authorization";
    private static final String RETRY_AFTER = "Retry-After";

    /** The mechanism in reports about a request that none has decided about. */
    private static final String NONE = "none";

    private static final int MAX_LINES = 20;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;

    private final List<AuthenticationMechanism> mechanisms;
    private final Augmentation augmentation;
    private final Challenges challenges;
    private final @Nullable EventEmitter<SecurityEvent.Authenticated> authenticated;
    private final RefusalReports refusals;
    private final CountedWarning log = new CountedWarning(LOGGER, Level.WARN, MAX_LINES, "");
    private final CountedWarning unavailable = new CountedWarning(
            LOGGER, "Credentials could not be checked, because the mechanism for them is overloaded or unavailable.");

    /**
     * Created by Guice.
     *
     * @param mechanisms the mechanisms in the order in which they are asked
     * @param augmentation adds roles and attributes to what they find
     * @param challenges the challenges of all mechanisms
     * @param observers see who is authenticated and refused
     */
    @Inject
    AuthenticationGuard(
            final Set<AuthenticationMechanism> mechanisms,
            final Augmentation augmentation,
            final Challenges challenges,
            final Observers observers) {
        this.mechanisms = List.copyOf(mechanisms);
        this.augmentation = augmentation;
        this.challenges = challenges;
        this.authenticated = observers.of(SecurityEvent.Authenticated.class);
        this.refusals = new RefusalReports(observers);
    }

    @Override
    public boolean mayNameUsers() {
        return false;
    }

    @Override
    public ListenerName listener() {
        return ListenerName.ALL;
    }

    @Override
    public Single<GuardDecision> check(final ServerRequest request) {
        final MultiMap headers = request.headers();
        if (headers.get(AUTHORIZATION) != null && headers.getAll(AUTHORIZATION).size() > 1) {
            return Single.just(refuse(RequestContext.current(), NONE, "There are several Authorization headers."));
        }
        return ask(request, RequestContext.current(), 0);
    }

    /** @param context the context of the request; a mechanism may answer on the thread of another one */
    private Single<GuardDecision> ask(
            final ServerRequest request, final @Nullable RequestContext context, final int first) {
        for (int i = first; i < mechanisms.size(); i++) {
            final AuthenticationMechanism mechanism = mechanisms.get(i);
            final Maybe<Identity> found = mechanism.authenticate(request);
            if (found != Maybe.<Identity>empty()) {
                final int next = i + 1;
                return decided(found, request, context, mechanism)
                        .switchIfEmpty(Single.defer(() -> ask(request, context, next)))
                        .onErrorResumeNext(error -> failed(context, mechanism, error));
            }
        }
        return request.headers().get(AUTHORIZATION) == null
                ? PASS
                : Single.just(
                        refuse(context, NONE, "No mechanism understands the scheme of the Authorization header."));
    }

    private Maybe<GuardDecision> decided(
            final Maybe<Identity> found,
            final ServerRequest request,
            final @Nullable RequestContext context,
            final AuthenticationMechanism mechanism) {
        // a WebSocket, whose method is GET, checks the origin itself
        if (mechanism.needsOriginCheck() && RequestOrigin.isUnsafe(request.method()) && request.isOfOtherOrigin()) {
            return found.map(identity -> refuseOrigin(request, context, mechanism));
        }
        return augmentation.isEmpty()
                ? found.map(identity -> pass(context, mechanism, identity, identity))
                : found.flatMap(identity -> augmentation
                        .of(identity)
                        .map(augmented -> pass(context, mechanism, identity, augmented))
                        .toMaybe());
    }

    private GuardDecision refuseOrigin(
            final ServerRequest request,
            final @Nullable RequestContext context,
            final AuthenticationMechanism mechanism) {
        final MultiMap headers = request.headers();
        report(
                context,
                mechanism.name(),
                "A page of another origin has sent the request: Sec-Fetch-Site " + headers.getAll("Sec-Fetch-Site")
                        + ", Origin "
                        + headers.getAll("Origin") + ". If the page may use this server, name its origin in"
                        + " rest.cors.origins.");
        return GuardDecision.refuse(FORBIDDEN, "The request comes from another site.");
    }

    /** @param found the identity of the mechanism, before augmentors have changed it */
    private GuardDecision pass(
            final @Nullable RequestContext context,
            final AuthenticationMechanism mechanism,
            final Identity found,
            final Identity identity) {
        final GuardDecision decision = GuardDecision.passAs(identity);
        if (context == null) {
            return decision;
        }
        if (authenticated != null) {
            authenticated.emit(new SecurityEvent.Authenticated(context, identity));
        }
        final List<String> cookies = mechanism.cookies(context, found);
        return cookies.isEmpty() ? decision : decision.withCookies(cookies);
    }

    private Single<GuardDecision> failed(
            final @Nullable RequestContext context, final AuthenticationMechanism mechanism, final Throwable error) {
        if (error instanceof final WrongCredentialsException wrong) {
            return Single.just(refuse(context, mechanism.name(), wrong.reason()));
        }
        if (error instanceof final TooManyAttemptsException tooMany) {
            report(context, mechanism.name(), String.valueOf(tooMany.getMessage()));
            return Single.just(GuardDecision.refuse(TOO_MANY, "Too many attempts have failed.")
                    .withHeader(RETRY_AFTER, Long.toString(tooMany.retryAfterSeconds())));
        }
        if (error instanceof final TemporarilyUnavailable reason) {
            unavailable.add();
            LOGGER.debug("The mechanism '{}' is unavailable.", mechanism.name(), LogText.escape(error));
            final long seconds =
                    Math.max(1, reason.retryAfter().map(Duration::toSeconds).orElse(1L));
            return Single.just(GuardDecision.refuse(UNAVAILABLE, "The service is temporarily unavailable.")
                    .withHeader(RETRY_AFTER, Long.toString(seconds)));
        }
        return Single.error(error);
    }

    private GuardDecision refuse(final @Nullable RequestContext context, final String mechanism, final String reason) {
        report(context, mechanism, reason);
        return challenges.addTo(GuardDecision.refuse(UNAUTHORIZED, "The credentials are wrong."));
    }

    private void report(final @Nullable RequestContext context, final String mechanism, final String reason) {
        final Runnable line =
                () -> log.add(LogText.escape("The mechanism '" + mechanism + "' refused a request: " + reason));
        if (context == null) {
            line.run();
            return;
        }
        context.run(line);
        refusals.refused(context, mechanism, reason);
    }
}
