package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.Module;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.subjects.MaybeSubject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.javascript.script.ScriptRequest;
import org.jzenith.rest.RestPlugin;

/** Access of JavaScript to Java, and the work that ends with its request. */
final class AccessTest {

    @TempDir
    private java.nio.file.Path folder;

    @Path("/js/both")
    public static final class BothResource {

        @GET
        public String both() {
            return "java";
        }
    }

    /** An object of a plugin whose function promises what the test decides. */
    private record Promised(Maybe<String> result) implements ScriptApi {

        @Override
        public String name() {
            return "promised";
        }

        @Override
        public Object create(final ScriptRequest request) {
            final Value promised = request.object();
            promised.putMember("value", request.function(none -> request.promise("test", result, text -> text)));
            promised.putMember("big", request.function(none -> Long.MAX_VALUE));
            promised.putMember("least", request.function(none -> Long.MIN_VALUE));
            promised.putMember("fail", request.function(none -> {
                throw new IllegalStateException("from Java");
            }));
            return promised;
        }
    }

    private JZenith application(
            final String file, final Module module, final Map<String, Object> settings, final Class<?>... resources)
            throws IOException {
        Files.writeString(folder.resolve("a.js"), "import { get } from 'jzenith'\n" + file);
        final JZenith application = JZenith.application()
                .withPlugins(RestPlugin.withResources(resources), JavaScriptPlugin.at("/js", folder.toString()))
                .withModules(module)
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.event-loops", 1);
        settings.forEach(application::withOverridingConfiguration);
        return application;
    }

    private static String get(final RunningApplication application, final String path) throws IOException {
        try (Socket socket = request(application, path)) {
            final String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return response.substring(9, 12) + " " + response.substring(response.indexOf("\r\n\r\n") + 4);
        }
    }

    private static Socket request(final RunningApplication application, final String path) throws IOException {
        final Socket socket = new Socket("localhost", application.port());
        final OutputStream output = socket.getOutputStream();
        output.write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        output.flush();
        return socket;
    }

    private static void eventually(final java.util.function.BooleanSupplier condition) {
        assertThat(Observable.interval(0, 5, TimeUnit.MILLISECONDS)
                        .filter(tick -> condition.getAsBoolean())
                        .timeout(20, TimeUnit.SECONDS)
                        .blockingFirst())
                .isNotNull();
    }

    @Test
    void namedClassesOnlyAreVisible() throws IOException {
        try (RunningApplication application = application(
                        "get('/max', () => Java.type('java.lang.Math').max(3, 4))\n"
                                + "get('/exit', () => Java.type('java.lang.System').exit(1))\n",
                        binder -> {},
                        Map.of("javascript.host-access", "java.lang.Math"))
                .run()) {
            assertThat(get(application, "/js/max")).isEqualTo("200 4");
            assertThat(get(application, "/js/exit")).startsWith("500");
        }
    }

    @Test
    void whatAPromiseStandsOnIsDisposedWhenTheClientLeaves() throws IOException {
        final MaybeSubject<String> result = MaybeSubject.create();
        try (RunningApplication application = application(
                        "get('/wait', async ({ promised }) => await promised.value())\n",
                        binder -> ScriptApi.binder(binder).addBinding().toInstance(new Promised(result)),
                        Map.of())
                .run()) {
            final Socket leaving = request(application, "/js/wait");
            eventually(result::hasObservers);
            leaving.close();
            eventually(() -> !result.hasObservers());
            try (Socket staying = request(application, "/js/wait")) {
                eventually(result::hasObservers);
                result.onSuccess("there");
                assertThat(new String(staying.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .endsWith("there");
            }
        }
    }

    @Test
    void anExceptionOfJavaIsAnErrorThatJavaScriptCatches() throws IOException {
        try (RunningApplication application = application(
                        "get('/caught', ({ promised }) => { try { promised.fail() } catch (e) { return `${e.name} ${e.message} ${e instanceof Error}` } })\n"
                                + "get('/rejected', async ({ promised }) => { try { await promised.value() } catch (e) { return e.message } })\n",
                        binder -> ScriptApi.binder(binder)
                                .addBinding()
                                .toInstance(new Promised(Maybe.error(new IOException("no network")))),
                        Map.of())
                .run()) {
            assertThat(get(application, "/js/caught")).isEqualTo("200 IllegalStateException from Java true");
            assertThat(get(application, "/js/rejected")).isEqualTo("200 no network");
        }
    }

    @Test
    void aLongThatANumberCannotHoldIsABigInt() throws IOException {
        try (RunningApplication application = application(
                        "get('/big', ({ promised }) => `${typeof promised.big()} ${promised.big()}`)\n"
                                + "get('/least', ({ promised }) => `${typeof promised.least()} ${promised.least()}`)\n",
                        binder -> ScriptApi.binder(binder).addBinding().toInstance(new Promised(Maybe.empty())),
                        Map.of())
                .run()) {
            assertThat(get(application, "/js/big")).isEqualTo("200 bigint 9223372036854775807");
            assertThat(get(application, "/js/least")).isEqualTo("200 bigint -9223372036854775808");
        }
    }

    @Test
    void aRouteThatJavaHasTooIsAProblem() throws IOException {
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> application("get('/both', () => 'js')\n", binder -> {}, Map.of(), BothResource.class)
                        .run()
                        .close());
        assertThat(refused).hasMessageContaining("/js/both").hasMessageContaining("javascript");
    }
}
