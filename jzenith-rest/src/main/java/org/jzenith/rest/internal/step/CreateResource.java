package org.jzenith.rest.internal.step;

import java.util.function.Supplier;
import org.jboss.resteasy.spi.PropertyInjector;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.construct.LifecycleMethods;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;

/** Creates the resource or finds it, and injects its fields. */
public final class CreateResource implements RestStep {

    private final Supplier<?> resources;
    private final @Nullable PropertyInjector fields;
    private final @Nullable LifecycleMethods lifecycle;

    /**
     * @param resources asked for each request
     * @param fields injects them; null if there are none
     * @param lifecycle the lifecycle of objects that are created for the request; null if there is none
     */
    public CreateResource(
            final Supplier<?> resources,
            final @Nullable PropertyInjector fields,
            final @Nullable LifecycleMethods lifecycle) {
        this.resources = resources;
        this.fields = fields;
        this.lifecycle = lifecycle;
    }

    @Override
    public boolean run(final RestInvocation invocation) {
        final Object made = resources.get();
        if (fields != null) {
            fields.inject(invocation.request(), invocation.response(), made, true);
        }
        if (lifecycle != null) {
            invocation.data().begin(made, lifecycle);
        }
        invocation.call().setResource(made);
        return true;
    }
}
