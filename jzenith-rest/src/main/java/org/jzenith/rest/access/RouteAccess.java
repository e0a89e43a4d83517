package org.jzenith.rest.access;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A decision about who may call a resource method. A {@link org.jzenith.rest.pipeline.Step} that enforces it
 * {@linkplain org.jzenith.rest.pipeline.Step#access describes} it.
 *
 * @param isAnonymousAllowed true if clients without credentials may call
 * @param roles the sets of roles; a user needs one role of each set; empty if every user may call
 * @param isConditional true if the application can still refuse such a client, depending on the request or its path
 */
public record RouteAccess(boolean isAnonymousAllowed, List<Set<String>> roles, boolean isConditional) {

    /** Copies the roles in their order. */
    public RouteAccess {
        roles = roles.stream()
                .map(each -> Collections.unmodifiableSet(new LinkedHashSet<>(each)))
                .toList();
    }

    /**
     * Combines two decisions. A client may call if both allow it.
     *
     * @param other the decision of another step
     * @return a decision that allows only clients that both decisions allow
     */
    public RouteAccess and(final RouteAccess other) {
        return new RouteAccess(
                isAnonymousAllowed && other.isAnonymousAllowed,
                Stream.concat(roles.stream(), other.roles.stream()).distinct().toList(),
                isConditional || other.isConditional);
    }
}
