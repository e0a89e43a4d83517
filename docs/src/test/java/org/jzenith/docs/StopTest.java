package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The stop of docs/testing.md. */
final class StopTest {

    // region stop
    private static final CountDownLatch BEGUN = new CountDownLatch(1);

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> JZenith.application().withPlugins(RestPlugin.withResources(SlowResource.class)));

    @Path("/slow")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class SlowResource {

        @GET
        public Single<String> get() {
            BEGUN.countDown();
            return Single.timer(1, TimeUnit.SECONDS).map(none -> "done");
        }
    }

    @Test
    void aRequestInFlightIsAnsweredBeforeTheStopEnds() throws Exception {
        final CompletableFuture<TestResponse> answer =
                CompletableFuture.supplyAsync(() -> APP.http().get("/slow"));
        BEGUN.await();
        APP.restart();
        assertThat(answer.get(5, TimeUnit.SECONDS).body()).isEqualTo("done");
    }
    // endregion
}
