package org.jzenith.rest.invoke;

import java.util.function.Supplier;
import org.jboss.resteasy.spi.PropertyInjector;
import org.jspecify.annotations.Nullable;

/** Gets the object whose method is called, and injects its fields. */
final class CreateResource implements Step {

    private final Supplier<?> resources;
    private final @Nullable PropertyInjector fields;

    /**
     * @param resources asked for each request
     * @param fields injects them; null if there are none
     */
    CreateResource(final Supplier<?> resources, final @Nullable PropertyInjector fields) {
        this.resources = resources;
        this.fields = fields;
    }

    @Override
    public boolean run(final Invocation invocation) {
        final Object made = resources.get();
        if (fields != null) {
            fields.inject(invocation.request(), invocation.response(), made, true);
        }
        invocation.setResource(made);
        return true;
    }
}
