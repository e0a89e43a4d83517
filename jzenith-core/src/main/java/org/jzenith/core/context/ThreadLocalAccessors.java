package org.jzenith.core.context;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several accessors, entered in order and left in reverse. */
record ThreadLocalAccessors(List<ThreadLocalAccessor> all) implements ThreadLocalAccessor {

    /** Combines accessors into one; returns null if there are none. */
    static @Nullable ThreadLocalAccessor of(final ThreadLocalAccessor... accessors) {
        return switch (accessors.length) {
            case 0 -> null;
            case 1 -> accessors[0];
            default -> new ThreadLocalAccessors(List.of(accessors));
        };
    }

    @Override
    public void enter() {
        all.forEach(ThreadLocalAccessor::enter);
    }

    @Override
    public void leave() {
        for (int i = all.size() - 1; i >= 0; i--) {
            all.get(i).leave();
        }
    }

    @Override
    public void fatalError(final VirtualMachineError error) {
        all.forEach(each -> each.fatalError(error));
    }

    @Override
    public @Nullable String description() {
        for (final ThreadLocalAccessor each : all) {
            final String name = each.description();
            if (name != null) {
                return name;
            }
        }
        return null;
    }
}
