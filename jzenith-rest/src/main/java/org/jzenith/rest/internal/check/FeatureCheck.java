package org.jzenith.rest.internal.check;

import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;

/** A feature's check of resources for mistakes in its use. */
public interface FeatureCheck {

    /**
     * Looks for what is allowed but hardly meant.
     *
     * @param resource a resource or sub-resource
     * @return warnings
     */
    default List<StartProblem> warnings(final ResourceClass resource) {
        return List.of();
    }

    /**
     * Returns the fix where bodies of a media type cannot be written.
     *
     * @param missing a media type without a writer
     * @return null if the feature does not write them
     */
    default @Nullable String remedy(final MediaType missing) {
        return null;
    }
}
