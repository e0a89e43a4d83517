package org.jzenith.security.jwt;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWKSet;
import io.reactivex.Single;
import io.reactivex.subjects.SingleSubject;
import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of a JWKS URL. They are fetched when a token needs them, again after a time, and when a token names an unknown key: one fetch
 * for all that wait, and at most one in 10 s whatever clients send. The last good set stays while the provider is away.
 */
final class JwksKeys implements KeySource {

    /** The least time between two fetches. */
    static final int PAUSE_SECONDS = 10;

    private static final Logger LOGGER = LoggerFactory.getLogger(JwksKeys.class);

    private final URI uri;
    private final JwksClient client;
    private final long refreshNanos;
    private final Consumer<Set<String>> changed;
    private volatile List<VerificationKey> keys = List.of();

    /** Guarded by this. */
    private @Nullable SingleSubject<Boolean> fetching;

    private boolean hasFetched;
    private long lastFetchNanos;

    /** @param changed gets the thumbprints of a new set of keys */
    JwksKeys(final URI uri, final JwksClient client, final Duration refresh, final Consumer<Set<String>> changed) {
        this.uri = uri;
        this.client = client;
        this.refreshNanos = refresh.toNanos();
        this.changed = changed;
    }

    @Override
    public boolean isReady() {
        return !keys.isEmpty();
    }

    @Override
    public Single<List<VerificationKey>> find(final JWSHeader header) {
        final List<VerificationKey> known = fitting(header);
        if (!known.isEmpty()) {
            if (isStale()) {
                refresh();
            }
            return Single.just(known);
        }
        final Single<Boolean> fetch = fetch();
        return (fetch == null ? Single.just(true) : fetch).map(fetched -> {
            final List<VerificationKey> found = fitting(header);
            if (found.isEmpty() && !isReady()) {
                throw new KeysUnavailableException("The keys of " + uri + " could not be fetched.");
            }
            return found;
        });
    }

    private List<VerificationKey> fitting(final JWSHeader header) {
        return keys.stream().filter(key -> key.fits(header)).toList();
    }

    private synchronized boolean isStale() {
        return System.nanoTime() - lastFetchNanos > refreshNanos;
    }

    /** Begins to fetch the keys, unless that was tried less than 10 s ago. */
    @SuppressWarnings("RxReturnValueIgnored") // the fetch runs without a subscriber
    void refresh() {
        fetch();
    }

    /** Fetches the keys, or joins the fetch that runs. Returns null if the last one was less than 10 s ago. */
    private @Nullable Single<Boolean> fetch() {
        final SingleSubject<Boolean> begun;
        synchronized (this) {
            if (fetching != null) {
                return fetching;
            }
            final long now = System.nanoTime();
            if (hasFetched
                    && now - lastFetchNanos < Duration.ofSeconds(PAUSE_SECONDS).toNanos()) {
                return null;
            }
            hasFetched = true;
            lastFetchNanos = now;
            begun = SingleSubject.create();
            fetching = begun;
        }
        client.get(uri).map(JwksKeys::read).onComplete(end -> {
            if (end.succeeded()) {
                replace(end.result());
            } else {
                LOGGER.warn(
                        "The keys of {} could not be fetched: {}. {}",
                        uri,
                        end.cause().getMessage(),
                        isReady() ? "The last ones stay valid." : "Tokens cannot be verified until they are.");
            }
            synchronized (this) {
                fetching = null;
            }
            begun.onSuccess(end.succeeded());
        });
        return begun;
    }

    private void replace(final List<VerificationKey> fetched) {
        final Set<String> before = thumbprints(keys);
        final Set<String> now = thumbprints(fetched);
        keys = fetched;
        if (!before.equals(now)) {
            LOGGER.info("{} keys of {} are valid.", fetched.size(), uri);
            changed.accept(now);
        }
    }

    private static Set<String> thumbprints(final List<VerificationKey> all) {
        return all.stream().map(VerificationKey::thumbprint).collect(Collectors.toUnmodifiableSet());
    }

    private static List<VerificationKey> read(final Buffer document) {
        try {
            final List<VerificationKey> read = JWKSet.parse(document.toString()).getKeys().stream()
                    .map(VerificationKey::of)
                    .filter(Objects::nonNull)
                    .toList();
            if (read.isEmpty()) {
                throw new IllegalArgumentException("it has no public key that verifies signatures");
            }
            return read;
        } catch (final ParseException e) {
            throw new IllegalArgumentException("it is no JWKS", e);
        }
    }
}
