package org.jzenith.rest;

import com.google.inject.Module;
import java.util.List;
import org.jzenith.rest.internal.csv.CsvFeature;
import org.jzenith.rest.internal.deployment.RestFeature;
import org.jzenith.rest.internal.elements.ElementsFeature;
import org.jzenith.rest.internal.limit.LimitFeature;
import org.jzenith.rest.internal.memory.MemoryFeature;
import org.jzenith.rest.internal.multipart.MultipartFeature;
import org.jzenith.rest.internal.page.PageFeature;
import org.jzenith.rest.internal.patch.PatchFeature;
import org.jzenith.rest.internal.sse.SseFeature;
import org.jzenith.rest.internal.validation.ValidationFeature;

/** Lists the features of the REST server. No other class refers to them. */
final class RestFeatures {

    private RestFeatures() {}

    /** Returns all features, in the order in which they add steps. */
    static List<RestFeature> all() {
        return List.of(
                new LimitFeature(),
                new ElementsFeature(),
                new MultipartFeature(),
                new PatchFeature(),
                new MemoryFeature(),
                new CsvFeature(),
                new ValidationFeature(),
                new SseFeature(),
                new PageFeature());
    }

    /** Returns the default bindings of features. An application can replace them. */
    static Module defaultBindings() {
        return ValidationFeature.defaultBindings();
    }
}
