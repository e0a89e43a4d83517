package org.jzenith.restclient.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Maybe;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.restclient.RestClientPlugin;
import org.jzenith.restclient.response.RemoteTimeoutException;
import org.jzenith.restclient.response.RemoteUnavailableException;

/** A stub answers by an implementation of the interface, and has faults. */
final class StubServerTest {

    /** The other service. */
    @Path("/levels")
    public interface LevelsApi {

        @GET
        @Path("/{id}")
        @Produces("text/plain")
        Maybe<String> level(@PathParam("id") String id);
    }

    private static StubServer<LevelsApi> stub;
    private static RunningApplication application;

    @BeforeAll
    static void start() {
        stub = StubServer.of(LevelsApi.class, id -> Maybe.just("level of " + id));
        application = JZenith.application()
                .withoutConfigurationFiles()
                .withPlugins(RestClientPlugin.of(LevelsApi.class, "levels"))
                .withConfiguration("rest-client.levels.url", stub.url())
                .withConfiguration("rest-client.levels.retries", 0)
                .withConfiguration("rest-client.levels.request-timeout", "3s")
                .withConfiguration("jzenith.idle-grace", "0s")
                .run();
    }

    @AfterAll
    static void stop() {
        application.close();
        stub.close();
    }

    @BeforeEach
    void forget() {
        stub.forget();
    }

    private static LevelsApi levels() {
        return application.get(LevelsApi.class);
    }

    @Test
    void itAnswersAndRecords() {
        assertThat(levels().level("a/b").blockingGet()).isEqualTo("level of a/b");
        assertThat(stub.calls()).containsExactly(new StubCall("level", List.of("a/b")));
        stub.setImplementation(id -> Maybe.empty());
        assertThat(levels().level("c").blockingGet()).isNull();
        stub.setImplementation(id -> Maybe.just("level of " + id));
    }

    @Test
    void itHasFaults() {
        for (final StubFault slow :
                List.of(StubFault.delayed(Duration.ofSeconds(20)), StubFault.trickling(Duration.ofMillis(100)))) {
            stub.setFault(slow);
            levels().level("a").test().awaitDone(20, TimeUnit.SECONDS).assertError(RemoteTimeoutException.class);
        }
        for (final StubFault broken : List.of(StubFault.reset(), StubFault.cutAfter(40))) {
            stub.setFault(broken);
            levels().level("a").test().awaitDone(20, TimeUnit.SECONDS).assertError(RemoteUnavailableException.class);
        }
        stub.setFault(StubFault.delayed(Duration.ofMillis(50)));
        assertThat(levels().level("a").blockingGet()).isEqualTo("level of a");
    }
}
