package org.jzenith.docs;

import com.google.inject.AbstractModule;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;

/** A health check of an application, and its binding. */
final class SearchHealth {

    private SearchHealth() {}

    /** Another server, or what stands for it in a test. */
    interface SearchIndex {

        Completable ping();
    }

    // region check
    /** The search index. The shop sells without it. */
    @Singleton
    public static final class SearchCheck implements HealthCheck {

        private final SearchIndex index;

        @Inject
        SearchCheck(final SearchIndex index) {
            this.index = index;
        }

        @Override
        public String name() {
            return "search";
        }

        @Override
        public Single<Health> check() {
            return index.ping()
                    .timeout(1, TimeUnit.SECONDS)
                    .toSingleDefault(Health.healthy())
                    .onErrorReturn(error ->
                            Health.degraded("the search index does not respond"));
        }
    }
    // endregion

    // region module
    /** Adds the check to those of the plugins. */
    public static final class SearchModule extends AbstractModule {

        @Override
        protected void configure() {
            Multibinder.newSetBinder(binder(), HealthCheck.class)
                    .addBinding()
                    .to(SearchCheck.class);
            bind(SearchCheck.class);
        }
    }
    // endregion
}
