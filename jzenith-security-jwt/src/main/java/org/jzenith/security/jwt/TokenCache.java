package org.jzenith.security.jwt;

import io.reactivex.Maybe;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.security.authentication.WrongCredentialsException;

/**
 * Remembers tokens by their SHA-256: verified ones until they expire or their key goes, refused ones for a short time. The two have a
 * limit each, so that wrong tokens do not replace good ones. Safe for use by many threads.
 */
final class TokenCache {

    private static final long REFUSED_MILLIS = 10_000;
    private static final int STRIPES = 16;

    private final Stripe[] stripes = new Stripe[STRIPES];

    TokenCache(final int size) {
        final int each = Math.max(1, size / STRIPES);
        Arrays.setAll(stripes, stripe -> new Stripe(each));
    }

    /** The SHA-256 of a token. */
    static final class Key {

        private final byte[] digest;

        private Key(final byte[] digest) {
            this.digest = digest;
        }

        static Key of(final String token) {
            return new Key(sha256().digest(token.getBytes(StandardCharsets.ISO_8859_1)));
        }

        @Override
        public boolean equals(final @Nullable Object other) {
            return other instanceof final Key key && Arrays.equals(digest, key.digest);
        }

        @Override
        public int hashCode() {
            return (digest[0] << 24) | ((digest[1] & 0xff) << 16) | ((digest[2] & 0xff) << 8) | (digest[3] & 0xff);
        }
    }

    /**
     * A result that is remembered.
     *
     * @param answer the identity, or the refusal
     * @param keyId names the key that has signed the token; empty if it was refused
     * @param endMillis the end of its validity, by {@link System#currentTimeMillis}
     */
    private record Result(Maybe<Identity> answer, String keyId, long endMillis) {}

    private static final class Stripe {

        private final Map<Key, Result> verified;
        private final Map<Key, Result> refused;

        Stripe(final int size) {
            verified = bounded(size);
            refused = bounded(size);
        }

        /** Returns a map in the order of access, so that the least recently used entry goes first. */
        private static Map<Key, Result> bounded(final int size) {
            return new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(final Map.Entry<Key, Result> eldest) {
                    return size() > size;
                }
            };
        }

        synchronized @Nullable Maybe<Identity> find(final Key key, final long now) {
            final Result known = verified.get(key);
            if (known != null) {
                if (now < known.endMillis) {
                    return known.answer;
                }
                verified.remove(key);
                return null;
            }
            final Result wrong = refused.get(key);
            return wrong == null || now >= wrong.endMillis ? null : wrong.answer;
        }

        synchronized void putVerified(final Key key, final Result entry) {
            verified.put(key, entry);
        }

        synchronized void putRefused(final Key key, final Result entry) {
            refused.put(key, entry);
        }

        synchronized void keysChanged(final Predicate<String> isValid) {
            verified.values().removeIf(entry -> !isValid.test(entry.keyId));
            refused.clear();
        }

        synchronized int size() {
            return verified.size() + refused.size();
        }
    }

    private Stripe stripe(final Key key) {
        return stripes[key.digest[4] & (STRIPES - 1)];
    }

    /** Returns what is known of a token; null for nothing. */
    @Nullable
    Maybe<Identity> find(final Key key) {
        return stripe(key).find(key, System.currentTimeMillis());
    }

    /** Remembers a verified token until it expires. */
    Maybe<Identity> verified(final Key key, final VerifiedToken token) {
        final Maybe<Identity> answer = Maybe.just(token.identity());
        stripe(key).putVerified(key, new Result(answer, token.keyId(), token.endMillis()));
        return answer;
    }

    /** Remembers a refused token for a short time. */
    Maybe<Identity> refused(final Key key, final WrongCredentialsException reason) {
        final Maybe<Identity> answer = Maybe.error(reason);
        stripe(key).putRefused(key, new Result(answer, "", System.currentTimeMillis() + REFUSED_MILLIS));
        return answer;
    }

    /** Forgets the tokens whose key is not valid any more, and all refusals, since their key may be here now. */
    void keysChanged(final Predicate<String> isValid) {
        for (final Stripe each : stripes) {
            each.keysChanged(isValid);
        }
    }

    int size() {
        return Arrays.stream(stripes).mapToInt(Stripe::size).sum();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("The JVM has no SHA-256.", e);
        }
    }
}
