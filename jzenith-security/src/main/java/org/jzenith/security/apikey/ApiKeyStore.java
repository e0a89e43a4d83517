package org.jzenith.security.apikey;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Maybe;
import org.jzenith.core.context.Identity;

/** Finds the owners of API keys, for example in a table of a database. Safe for use by many threads. */
@FunctionalInterface
public interface ApiKeyStore {

    /**
     * Finds the owner of a key. Called on an event loop for each request with a key; must not block.
     *
     * @param sha256 the SHA-256 of the key in UTF-8, as 64 lower-case hexadecimal digits
     * @return the owner, for example {@code Identity.of("billing", "api-key")}; empty if no key has this digest. An error becomes
     *     a 500, or a 503 if it is a {@link org.jzenith.core.problem.TemporarilyUnavailable}
     */
    @CheckReturnValue
    Maybe<Identity> find(String sha256);
}
