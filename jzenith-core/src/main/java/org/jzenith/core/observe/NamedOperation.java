package org.jzenith.core.observe;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;

/** The operation of a plugin. Not a record, because two operations with the same name are not equal. */
final class NamedOperation implements Operation {

    private final Role role;
    private final String kind;
    private final String source;
    private final String name;
    private final @Nullable RequestContext request;
    private final List<Attribute> attributes;

    NamedOperation(
            final Role role,
            final String kind,
            final String source,
            final String name,
            final @Nullable RequestContext request,
            final List<Attribute> attributes) {
        if (role == Role.RUN) {
            throw new IllegalArgumentException("A run needs its own context. Use a WorkRunner.");
        }
        this.role = role;
        this.kind = kind;
        this.source = source;
        this.name = name;
        this.request = request;
        this.attributes = List.copyOf(attributes);
    }

    @Override
    public Role role() {
        return role;
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public @Nullable RequestContext request() {
        return request;
    }

    @Override
    public List<Attribute> attributes() {
        return attributes;
    }
}
