package org.jzenith.security.password;

import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Hashes for unknown names, so that checking an unknown name takes as long as checking a wrong password. They are copies of users' hashes,
 * because these have the right costs; the result of the comparison is ignored. An unknown name always gets the same hash while users stay
 * the same. Safe for use by many threads.
 */
final class Decoys {

    private static final int SLOTS = 64;

    /** Costs as much as the hashes that {@code --hash-password} prints. Used until a user is known. */
    private static final PasswordHash FIRST = PasswordHash.of(
            "$argon2id$v=19$m=19456,t=2,p=1$rWEt+N6H5jGPpmJ9oWlukA$63X5NVOcghls8Yu/ouOTLnVWs7sEExf5jnm78D4YBV4");

    private final KeyedDigest digest;
    private final AtomicReferenceArray<@Nullable PasswordHash> slots = new AtomicReferenceArray<>(SLOTS);

    @Inject
    Decoys(final KeyedDigest digest) {
        this.digest = digest;
    }

    /** Remembers the hash of a user. */
    void add(final String name, final PasswordHash hash) {
        slots.set(slot(name), hash);
    }

    /** Returns the hash for an unknown name. */
    PasswordHash of(final String name) {
        final int first = slot(name);
        for (int i = 0; i < SLOTS; i++) {
            final PasswordHash hash = slots.get((first + i) % SLOTS);
            if (hash != null) {
                return hash;
            }
        }
        return FIRST;
    }

    /** Returns a slot that depends on a secret key, so that clients cannot find names with the same slot. */
    private int slot(final String name) {
        return digest.of(name.getBytes(StandardCharsets.UTF_8)).charAt(0) % SLOTS;
    }
}
