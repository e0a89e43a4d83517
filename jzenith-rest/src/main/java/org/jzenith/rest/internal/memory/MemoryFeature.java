package org.jzenith.rest.internal.memory;

import org.jzenith.rest.internal.deployment.RestFeature;
import org.jzenith.rest.internal.deployment.RestFeatureContext;
import org.jzenith.rest.internal.json.JsonBodyConfiguration;

/** Methods that take the whole body as a value wait for memory. Added behind the features that receive bodies in another way. */
public final class MemoryFeature implements RestFeature {

    @Override
    public void addTo(final RestFeatureContext context) {
        context.addSteps(AdmitValue.provider(context.injector()
                .getInstance(JsonBodyConfiguration.class)
                .maxSizeOnEventLoop()
                .bytes()));
    }
}
