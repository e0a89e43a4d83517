package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.subjects.MaybeSubject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.javascript.script.ScriptRequest;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.password.StoredUser;
import org.jzenith.security.password.UserStore;
import org.jzenith.security.password.Users;

/** A promise that several requests await. */
final class SharedPromiseTest {

    private static final String HASH = Users.hash("secret");
    private static final UserStore USERS = name -> Maybe.just(StoredUser.of(name, HASH, List.of("user")));

    @TempDir
    private Path folder;

    private final MaybeSubject<String> opened = MaybeSubject.create();
    private final AtomicInteger arrived = new AtomicInteger();

    /** The object {@code shared}: the name of the current caller, and a promise that the test keeps. */
    private final class SharedApi implements ScriptApi {

        @Override
        public String name() {
            return "shared";
        }

        @Override
        public Object create(final ScriptRequest request) {
            final Value shared = request.object();
            shared.putMember("opened", request.function(none -> request.promise("gate", opened, text -> text)));
            shared.putMember("arrive", request.function(none -> arrived.incrementAndGet()));
            shared.putMember(
                    "caller",
                    request.function(none -> Objects.requireNonNull(Objects.requireNonNull(RequestContext.current())
                                    .identity())
                            .getName()));
            return shared;
        }
    }

    private RunningApplication run(final String handlers) throws IOException {
        Files.writeString(folder.resolve("a.js"), "import { get } from 'jzenith'\nlet promise\n" + handlers);
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(),
                        SecurityPlugin.create().withBasicAuthentication(USERS).withPath("/js", Access.authenticated()),
                        JavaScriptPlugin.at("/js", folder.toString()))
                .withModules(binder -> ScriptApi.binder(binder).addBinding().toInstance(new SharedApi()))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.drain-timeout", "100ms")
                .withOverridingConfiguration("jzenith.event-loops", 1)
                .run();
    }

    private static CompletableFuture<String> get(
            final RunningApplication application, final String path, final String user) {
        return send(application, path, user).thenApply(HttpResponse::body);
    }

    private static CompletableFuture<HttpResponse<String>> send(
            final RunningApplication application, final String path, final String user) {
        final String credentials =
                Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8));
        return HttpClient.newHttpClient()
                .sendAsync(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + application.port() + path))
                                .header("Authorization", "Basic " + credentials)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void eachRequestGoesOnAsItsOwnCaller() throws Exception {
        try (RunningApplication application = run("""
                get('/caller', async ({ shared }) => {
                  promise ??= shared.opened()
                  shared.arrive()
                  await promise
                  return shared.caller()
                })
                """)) {
            final CompletableFuture<String> ann = get(application, "/js/caller", "ann");
            final CompletableFuture<String> bob = get(application, "/js/caller", "bob");
            assertThat(Observable.interval(0, 5, TimeUnit.MILLISECONDS)
                            .filter(tick -> arrived.get() == 2)
                            .timeout(20, TimeUnit.SECONDS)
                            .blockingFirst())
                    .isNotNull();
            opened.onSuccess("now");
            assertThat(ann.get(20, TimeUnit.SECONDS)).isEqualTo("ann");
            assertThat(bob.get(20, TimeUnit.SECONDS)).isEqualTo("bob");
        }
    }

    @Test
    void itIsRejectedWhenItsRequestEnds() throws Exception {
        try (RunningApplication application = run("""
                get('/begin', ({ shared }) => {
                  promise = shared.opened()
                  return 'begun'
                })
                get('/late', async () => {
                  try {
                    return await promise
                  } catch (e) {
                    return `${e.name}: ${e.message}`
                  }
                })
                """)) {
            assertThat(get(application, "/js/begin", "ann").get(20, TimeUnit.SECONDS))
                    .isEqualTo("begun");
            assertThat(get(application, "/js/late", "ann").get(20, TimeUnit.SECONDS))
                    .isEqualTo("RequestEnded: The request of this promise has ended.");
            assertThat(opened.hasObservers()).isFalse();
        }
    }

    @Test
    void aRequestThatAwaitsItEndsWithTheApplication() throws Exception {
        final CompletableFuture<HttpResponse<String>> waiting;
        try (RunningApplication application = run("get('/wait', ({ shared }) => shared.opened())\n")) {
            waiting = send(application, "/js/wait", "ann");
            assertThat(Observable.interval(0, 5, TimeUnit.MILLISECONDS)
                            .filter(tick -> opened.hasObservers())
                            .timeout(20, TimeUnit.SECONDS)
                            .blockingFirst())
                    .isNotNull();
        }
        assertThat(waiting.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
        assertThat(opened.hasObservers()).isFalse();
    }
}
