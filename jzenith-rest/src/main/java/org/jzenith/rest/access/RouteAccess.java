package org.jzenith.rest.access;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A decision about who may call a resource method. A {@link org.jzenith.rest.pipeline.Step} that enforces it {@linkplain org.jzenith.rest.pipeline.Step#access describes} it.
 *
 * @param isAnonymousAllowed true if clients without credentials may call
 * @param roles the roles of which a user needs one; empty if every user may call, or only anonymous access is described
 */
public record RouteAccess(boolean isAnonymousAllowed, Set<String> roles) {

    /** Copies the roles in their order. */
    public RouteAccess {
        roles = Collections.unmodifiableSet(new LinkedHashSet<>(roles));
    }
}
