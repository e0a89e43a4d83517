package org.jzenith.security.internal.authentication;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.security.authentication.IdentityAugmentor;
import org.jzenith.security.internal.configuration.AugmentationConfiguration;

/** Runs the augmentors, and remembers their results. Safe for use by many threads. */
@Singleton
final class Augmentation {

    private final List<IdentityAugmentor> augmentors;

    /** The results, by the identity of the mechanism. Null if nothing is remembered. */
    private final @Nullable BoundedCache<Identity, Identity> results;

    /**
     * Created by Guice.
     *
     * @param augmentors the augmentors in the order in which they are asked
     * @param settings the settings of the memory
     */
    @Inject
    Augmentation(final Set<IdentityAugmentor> augmentors, final AugmentationConfiguration settings) {
        this.augmentors = List.copyOf(augmentors);
        this.results =
                settings.cacheTime().isZero() ? null : new BoundedCache<>(settings.cacheSize(), settings.cacheTime());
    }

    /** Returns true if there is no augmentor, so that each identity stays as it is. */
    boolean isEmpty() {
        return augmentors.isEmpty();
    }

    Single<Identity> of(final Identity identity) {
        if (results == null) {
            return run(identity);
        }
        final Identity known = results.get(identity);
        return known != null ? Single.just(known) : run(identity).doOnSuccess(result -> results.put(identity, result));
    }

    private Single<Identity> run(final Identity identity) {
        Single<Identity> result = Single.just(identity);
        for (final IdentityAugmentor each : augmentors) {
            result = result.flatMap(each::augment);
        }
        return result;
    }
}
