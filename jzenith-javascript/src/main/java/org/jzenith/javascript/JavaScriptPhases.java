package org.jzenith.javascript;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.TypeLiteral;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.handler.MountPart;
import org.jzenith.javascript.internal.api.ObjectsModule;
import org.jzenith.javascript.internal.configuration.JavaScriptConfiguration;
import org.jzenith.javascript.internal.request.RequestApis;
import org.jzenith.javascript.internal.request.ScriptHandler;
import org.jzenith.javascript.internal.request.ScriptServer;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.json.Json;

/**
 * The plugin that a {@code JavaScriptPlugin} describes.
 *
 * @param line the line of code that created the plugin
 * @param path the path of all routes
 * @param folder the folder of the files
 * @param listener the listener that serves the routes
 */
record JavaScriptPhases(String line, String path, String folder, ListenerName listener) implements Plugin {

    @Override
    public String name() {
        return "javascript";
    }

    @Override
    public Set<String> requires() {
        return Set.of(listener.plugin());
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(JavaScriptConfiguration.class);
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                RequestApis.bind(ScriptApi.binder(binder()));
                install(new ObjectsModule());
                final Provider<ScriptServer> server = getProvider(ScriptServer.class);
                final Provider<Injector> injector = getProvider(Injector.class);
                final Provider<Set<ScriptApi>> all = getProvider(Key.get(new TypeLiteral<Set<ScriptApi>>() {}));
                // Not a singleton: the injector would create it and load the files, and a reload changes the routes.
                HttpMount.binder(binder())
                        .addBinding()
                        .toProvider(() -> mount(
                                server.get(), new ScriptHandler(server.get(), Json.mapper(injector.get()), all.get())));
            }

            @Provides
            @Singleton
            ScriptServer server(final JavaScriptConfiguration settings, final Set<ScriptApi> all) {
                return new ScriptServer(
                        mountPath(),
                        folder,
                        line,
                        settings,
                        all.stream().map(ScriptApi::name).toList());
            }
        });
    }

    private HttpMount mount(final ScriptServer server, final ScriptHandler handler) {
        final HttpMount mount = HttpMount.at(path, name(), handler).onListener(listener);
        final List<MountPart> parts = server.routes();
        return parts.isEmpty() ? mount : mount.withParts(parts);
    }

    /** Returns the path without a trailing slash. */
    private String mountPath() {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(
                () -> injector.getInstance(ScriptServer.class).check());
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(
                () -> injector.getInstance(ScriptServer.class).start(injector.getInstance(Vertx.class)));
    }

    @Override
    public Completable close(final Injector injector) {
        return Completable.fromAction(
                () -> injector.getInstance(ScriptServer.class).close());
    }
}
