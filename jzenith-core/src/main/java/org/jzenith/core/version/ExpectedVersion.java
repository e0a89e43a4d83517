package org.jzenith.core.version;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The version of a resource that a client has read before it changes it. A resource method takes it from the header {@code If-Match},
 * where it is never null:
 *
 * <pre>{@code
 * @PUT
 * public Maybe<TypedResponse<Contract>> replace(
 *         @PathParam("id") final UUID id, @HeaderParam("If-Match") final ExpectedVersion seen, final Contract contract) {
 *     return database.update("contract", Map.of("id", id), seen, contract)
 *             .map(TypedResponse.of(contract)::withTag);
 * }
 * }</pre>
 *
 * <p>A request without the header has no version. When the version is checked, the client gets a 428, unless the method calls {@link
 * #orAny()}.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class ExpectedVersion {

    private static final ExpectedVersion ANY = new ExpectedVersion(null, true);

    private static final ExpectedVersion MISSING = new ExpectedVersion(null, false);

    /** The versions that match; null if any version matches, or if the client has sent none. */
    private final @Nullable Set<Long> versions;

    private final boolean isAny;

    private ExpectedVersion(final @Nullable Set<Long> versions, final boolean isAny) {
        this.versions = versions;
        this.isAny = isAny;
    }

    /**
     * Expects one of some versions.
     *
     * @param versions the versions that match; if there are none, no version matches
     * @return the expectation
     */
    public static ExpectedVersion of(final long... versions) {
        return new ExpectedVersion(Arrays.stream(versions).boxed().collect(Collectors.toUnmodifiableSet()), false);
    }

    /**
     * Expects any version, as {@code If-Match: *} does.
     *
     * @return matches each version
     */
    public static ExpectedVersion any() {
        return ANY;
    }

    /**
     * Returns the value for a client that has sent no version.
     *
     * @return a value whose check fails with a {@link MissingVersionException}
     */
    public static ExpectedVersion missing() {
        return MISSING;
    }

    /**
     * Lets clients change something without sending a version.
     *
     * @return {@link #any()} if the client has sent none; otherwise this
     */
    public ExpectedVersion orAny() {
        return versions == null ? ANY : this;
    }

    /**
     * Checks a version.
     *
     * @param version the current version
     * @return the same version
     * @throws StaleVersionException if it is not expected; the client gets a 412
     * @throws MissingVersionException if the client has sent none; the client gets a 428
     */
    public long check(final long version) {
        if (versions == null ? isAny : versions.contains(version)) {
            return version;
        }
        throw versions == null ? new MissingVersionException() : new StaleVersionException(version);
    }

    /**
     * Returns the only version that matches.
     *
     * @return empty if several or none match
     */
    public OptionalLong only() {
        return versions != null && versions.size() == 1
                ? OptionalLong.of(versions.iterator().next())
                : OptionalLong.empty();
    }

    @Override
    public String toString() {
        return versions == null ? (isAny ? "any version" : "no version") : "one of the versions " + versions;
    }
}
