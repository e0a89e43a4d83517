package org.jzenith.security.password;

import io.reactivex.Maybe;
import io.reactivex.Single;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.internal.authentication.FailedAttempts;
import org.jzenith.security.internal.authentication.Priority;
import org.jzenith.security.internal.configuration.BasicConfiguration;

/**
 * HTTP basic authentication (RFC 7617). Verified credentials are cached for a time, under a keyed digest. Parallel requests with the same
 * credentials share one check.
 */
final class BasicAuthentication implements AuthenticationMechanism {

    static final String NAME = "basic";

    private final UserSource users;
    private final Decoys decoys;
    private final HashComputations computations;
    private final FailedAttempts attempts;
    private final KeyedDigest digests;
    private final String realm;

    /** Null if verified credentials are not cached. */
    private final @Nullable BoundedCache<String, Verified> verified;

    /** The checks that are in progress, by network and digest of the credentials. */
    private final ConcurrentMap<String, Single<Identity>> running = new ConcurrentHashMap<>();

    private record Verified(UserSource.KnownUser user, Identity identity) {}

    BasicAuthentication(
            final BasicConfiguration.Basic settings,
            final UserSource users,
            final Decoys decoys,
            final HashComputations computations,
            final FailedAttempts attempts,
            final KeyedDigest digests) {
        this.users = users;
        this.decoys = decoys;
        this.computations = computations;
        this.attempts = attempts;
        this.digests = digests;
        this.realm = settings.realm();
        this.verified =
                settings.cacheTime().isZero() ? null : new BoundedCache<>(settings.cacheSize(), settings.cacheTime());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> challenge() {
        return Optional.of("Basic realm=\"" + realm + "\", charset=\"UTF-8\"");
    }

    @Override
    public boolean needsOriginCheck() {
        return true;
    }

    @Override
    public Maybe<Identity> authenticate(final ServerRequest request) {
        final String field = request.headers().get("Authorization");
        if (field == null || !BasicCredentials.isIn(field)) {
            return Maybe.empty();
        }
        final String digest = digests.of(field.getBytes(StandardCharsets.UTF_8));
        final Identity known = remembered(digest);
        if (known != null) {
            return Maybe.just(known);
        }
        final BasicCredentials credentials;
        try {
            credentials = BasicCredentials.of(field);
        } catch (final WrongCredentialsException e) {
            return Maybe.error(e);
        }
        final String network = request.clientNetwork();
        return Maybe.defer(() -> shared(digest, network, credentials).toMaybe());
    }

    private @Nullable Identity remembered(final String digest) {
        if (verified == null) {
            return null;
        }
        final Verified found = verified.get(digest);
        if (found == null) {
            return null;
        }
        if (!users.isCurrent(found.user)) {
            verified.remove(digest);
            return null;
        }
        return found.identity;
    }

    /** A check is cancelled when no request waits for it any more. */
    private Single<Identity> shared(final String digest, final String network, final BasicCredentials credentials) {
        return running.computeIfAbsent(
                digest + network,
                key -> Single.defer(() -> check(digest, network, credentials))
                        .doFinally(() -> running.keySet().remove(key))
                        .toObservable()
                        .replay(1)
                        .refCount()
                        .firstOrError());
    }

    private Single<Identity> check(final String digest, final String network, final BasicCredentials credentials) {
        return attempts.begin(network, credentials.name())
                .flatMap(attempt -> attempt.endWith(users.find(credentials.name())
                        .map(Optional::of)
                        .toSingle(Optional.empty())
                        .flatMap(user -> compare(user, credentials, attempt.priority()))))
                .map(user -> remember(digest, user));
    }

    /** Computes one hash, whether or not the user exists. */
    private Single<UserSource.KnownUser> compare(
            final Optional<UserSource.KnownUser> user, final BasicCredentials credentials, final Priority priority) {
        final PasswordHash hash = user.map(UserSource.KnownUser::hash).orElseGet(() -> decoys.of(credentials.name()));
        return computations.matches(hash, credentials.password(), priority).map(isRight -> {
            if (user.isEmpty()) {
                throw new WrongCredentialsException("There is no user with this name.");
            }
            if (!isRight) {
                throw new WrongCredentialsException(
                        "Wrong password for user '" + user.get().user().name() + "'.");
            }
            return user.get();
        });
    }

    private Identity remember(final String digest, final UserSource.KnownUser user) {
        final Identity identity =
                Identity.of(user.user().name(), NAME).withRoles(user.user().roles());
        if (verified != null) {
            verified.put(digest, new Verified(user, identity));
        }
        return identity;
    }
}
