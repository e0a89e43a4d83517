package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.subjects.MaybeSubject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.PluginSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.javascript.script.ScriptRequest;
import org.jzenith.openapi.OpenApiPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.pipeline.ResourceMethods;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authorization.AccessTable;
import org.jzenith.security.password.StoredUser;
import org.jzenith.security.password.Users;

/** In development mode, saved files are active without a restart. */
final class ReloadTest {

    @TempDir
    private Path folder;

    /** The classes of the application as the development mode loads them. */
    static final class Session extends ClassLoader implements DevelopmentSession.Holder, DevelopmentSession {

        Session() {
            super(ReloadTest.class.getClassLoader());
        }

        @Override
        public DevelopmentSession session() {
            return this;
        }

        @Override
        public Map<String, String> takeOver(final List<Listener> listeners) {
            return Map.of();
        }

        @Override
        public Map<String, URI> opened(final Map<String, URI> endpoints, final Runnable stop) {
            return endpoints;
        }

        @Override
        public Optional<FailureReport> report(
                final Throwable failure,
                final String id,
                final String request,
                final List<String> hosts,
                final List<String> accept) {
            final String message = String.valueOf(failure.getMessage());
            return Optional.of(new FailureReport(
                    message, accept.contains("text/html") ? "<h1>" + request + " failed.</h1>" + message : null));
        }

        @Override
        public <T extends AutoCloseable> T keep(final String key, final Class<T> type, final Supplier<T> start) {
            throw new UnsupportedOperationException();
        }
    }

    /** An object of a plugin: {@code gate.opened()} is a promise that the test keeps. */
    private record Later(MaybeSubject<String> opened) implements ScriptApi {

        @Override
        public String name() {
            return "gate";
        }

        @Override
        public Object create(final ScriptRequest request) {
            final Value gate = request.object();
            gate.putMember("opened", request.function(none -> request.promise("gate", opened, text -> text)));
            return gate;
        }
    }

    private static boolean gateAwaited(final MaybeSubject<?> gate) {
        return Observable.interval(0, 5, TimeUnit.MILLISECONDS)
                .filter(tick -> gate.hasObservers())
                .map(tick -> true)
                .timeout(20, TimeUnit.SECONDS)
                .blockingFirst();
    }

    private void save(final String content) throws IOException {
        Files.writeString(folder.resolve("a.js"), "import { get } from 'jzenith'\n" + content);
    }

    static String body(final RunningApplication application, final String path, final String... header) {
        final HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + application.port() + path));
        if (header.length > 0) {
            request.headers(header);
        }
        try {
            return HttpClient.newHttpClient()
                    .send(request.build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (final IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void eventually(final RunningApplication application, final String path, final Predicate<String> expected) {
        assertThat(Observable.interval(0, 10, TimeUnit.MILLISECONDS)
                        .map(tick -> body(application, path))
                        .filter(expected::test)
                        .timeout(20, TimeUnit.SECONDS)
                        .blockingFirst())
                .isNotNull();
    }

    private RunningApplication run(final Module module, final PluginSource... plugins) {
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(new Session());
        try {
            return JZenith.application()
                    .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/js", folder.toString()))
                    .withPlugins(plugins)
                    .withModules(module)
                    .withOverridingConfiguration("rest.port", 0)
                    .withOverridingConfiguration("jzenith.idle-grace", "0s")
                    .withOverridingConfiguration("jzenith.event-loops", 1)
                    .run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void aRequestThatWaitsForItsGuardGetsTheNewHandler() throws Exception {
        save("get('/v', { roles: '*' }, () => 'one')\nget('/held', { roles: ['user'] }, () => 'old')\n");
        final MaybeSubject<StoredUser> found = MaybeSubject.create();
        try (RunningApplication application =
                run(binder -> {}, SecurityPlugin.create().withBasicAuthentication(name -> found))) {
            final CompletableFuture<String> held = CompletableFuture.supplyAsync(
                    () -> body(application, "/js/held", "Authorization", "Basic YW5uOnNlY3JldA=="));
            assertThat(gateAwaited(found)).isTrue();
            save("get('/v', { roles: '*' }, () => 'two')\nget('/held', { roles: ['user'] }, () => 'new')\n");
            eventually(application, "/js/v", "two"::equals);
            found.onSuccess(StoredUser.of("ann", Users.hash("secret"), List.of("user")));
            assertThat(held.get(20, TimeUnit.SECONDS)).isEqualTo("new");
        }
    }

    @Test
    void anErrorIsShownToTheDeveloper() throws Exception {
        save("get('/v', () => { throw new Error('broken') })\n");
        try (RunningApplication application = run(binder -> {})) {
            assertThat(body(application, "/js/v", "Accept", "text/html"))
                    .isEqualTo("<h1>GET /js/v failed.</h1>Error: broken");
            assertThat(body(application, "/js/v"))
                    .contains("\"status\":500", "\"id\":", "\"stackTrace\":\"Error: broken\"");
            save("get('/v', () => {\n");
            eventually(application, "/js/v", text -> text.contains("SyntaxError"));
            assertThat(body(application, "/js/v", "Accept", "text/html"))
                    .startsWith("<h1>GET /js/v failed.</h1>")
                    .contains("SyntaxError", "a.js");
        }
    }

    @Test
    void theTablesAndTheDocumentHaveTheRoutesOfSavedFiles() throws Exception {
        save("get('/v', { roles: '*' }, () => 'one')\n");
        try (RunningApplication application = run(
                binder -> {},
                SecurityPlugin.create().withBasicAuthentication(name -> Maybe.empty()),
                OpenApiPlugin.create())) {
            assertThat(body(application, "/openapi.json")).contains("/js/v").doesNotContain("/js/w");
            save("get('/v', { roles: '*' }, () => 'two')\nget('/w', { roles: ['user'] }, () => 1)\n");
            eventually(application, "/js/v", "two"::equals);
            assertThat(body(application, "/openapi.json")).contains("/js/w");
            assertThat(ResourceMethods.of(application.get(Injector.class), ListenerName.MAIN)
                            .orElseThrow()
                            .toString())
                    .contains("/js/w");
            assertThat(application.get(AccessTable.class).rows())
                    .filteredOn(row -> row.path().equals("/js/w"))
                    .extracting(AccessTable.Row::access)
                    .containsExactly("roles user");
        }
    }

    @Test
    void aSavedFileIsActiveAndRequestsInFlightKeepTheOldOne() throws Exception {
        save("get('/v', () => 'one')\nget('/slow', async ({ gate }) => 'old ' + await gate.opened())\n");
        final MaybeSubject<String> gate = MaybeSubject.create();
        try (RunningApplication application =
                run(binder -> ScriptApi.binder(binder).addBinding().toInstance(new Later(gate)))) {
            assertThat(body(application, "/js/v")).isEqualTo("one");
            final CompletableFuture<String> waiting =
                    CompletableFuture.supplyAsync(() -> body(application, "/js/slow"));
            assertThat(gateAwaited(gate)).isTrue();
            save("get('/v', () => 'two')\nget('/w', () => 'new')\n");
            eventually(application, "/js/v", "two"::equals);
            assertThat(body(application, "/js/w")).isEqualTo("new");
            gate.onSuccess("realm");
            assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo("old realm");
            save("get('/v', () => {\n");
            eventually(application, "/js/v", text -> text.contains("SyntaxError") && text.contains("a.js"));
            save("get('/v', () => 'three')\n");
            eventually(application, "/js/v", "three"::equals);
        }
    }
}
