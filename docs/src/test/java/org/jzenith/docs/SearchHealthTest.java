package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The check of docs/health.md. */
final class SearchHealthTest {

    private static final AtomicReference<Completable> INDEX = new AtomicReference<>(Completable.complete());

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources())
            .withModules(
                    new SearchHealth.SearchModule(),
                    binder -> binder.bind(SearchHealth.SearchIndex.class)
                            .toInstance(() -> Completable.defer(INDEX::get))));

    @Test
    void theShopIsReadyWithoutItsSearchIndex() {
        for (final Completable away :
                new Completable[] {Completable.error(new IllegalStateException()), Completable.never()}) {
            INDEX.set(away);
            final TestResponse ready = APP.http().get("/health/ready");
            assertThat(ready.status()).isEqualTo(200);
            assertThat(ready.body())
                    .isEqualTo("{\"status\":\"DEGRADED\",\"checks\":[{\"name\":\"application\",\"status\":\"UP\"},"
                            + "{\"name\":\"search\",\"status\":\"DEGRADED\"}]}");
        }
        INDEX.set(Completable.complete());
        assertThat(APP.http().get("/health/ready").body()).startsWith("{\"status\":\"UP\"");
    }
}
