package org.jzenith.observability;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Operation;

/** A statement that no database has run. */
public record TestStatement(
        String text, String name, @Nullable RequestContext request) implements Operation {

    @Override
    public Role role() {
        return Role.CALL;
    }

    @Override
    public String kind() {
        return "statement";
    }

    @Override
    public String source() {
        return "postgresql";
    }
}
