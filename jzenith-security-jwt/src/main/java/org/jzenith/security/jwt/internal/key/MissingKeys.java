package org.jzenith.security.jwt.internal.key;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The key identifiers that tokens have named and that no known key has. A fetch decides about the identifiers that were named before it
 * started: if it did not bring a key, the provider does not have it. A key that was named later may have been published since. Bounded; its
 * owner guards it by a lock.
 */
public final class MissingKeys {

    private static final int MAX = 1_000;

    private Set<String> named = new HashSet<>();
    private Set<String> searched = new HashSet<>();
    private Set<String> missing = new HashSet<>();

    /** Creates it empty. */
    public MissingKeys() {
        // identifiers are added later
    }

    /**
     * Adds an identifier for the next fetch. If there are many, it is left out, and stays undecided.
     *
     * @param id the {@code kid} of a token; null is ignored
     */
    public void add(final @Nullable String id) {
        if (id != null && named.size() < MAX) {
            named.add(id);
        }
    }

    /** Called when a fetch starts. */
    public void fetchBegins() {
        searched = named;
        named = new HashSet<>();
    }

    /**
     * Called when the fetch has brought keys.
     *
     * @param isKnown returns true for the {@code kid} of a known key
     */
    public void fetchSucceeded(final Predicate<String> isKnown) {
        missing = searched;
        named.removeIf(isKnown);
    }

    /**
     * Returns true if the next fetch has something to decide.
     *
     * @return false if no identifier was added since the last one started
     */
    public boolean isAnyNamed() {
        return !named.isEmpty();
    }

    /**
     * Returns true if the last fetch looked for a key in vain.
     *
     * @param id the {@code kid} of a token
     * @return false if a key that is not known may exist
     */
    public boolean isMissing(final @Nullable String id) {
        return missing.contains(id);
    }
}
