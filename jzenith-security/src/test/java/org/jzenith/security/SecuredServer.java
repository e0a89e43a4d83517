package org.jzenith.security;

import com.google.inject.Module;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.observe.SecurityEvent;

/** An application with resources, static files and a mount on a free port, and a client of it. */
public final class SecuredServer implements AutoCloseable {

    private static final long LIMIT_SECONDS = 60;

    private final RunningApplication application;
    private final List<SecurityEvent> events;
    private final Vertx vertx = Vertx.vertx();
    private final HttpClient first;
    private final HttpClient second;

    /** Says who asks. */
    @Path("/")
    @Produces("text/plain")
    public static final class Resource {

        private final Blocking blocking;

        @Inject
        Resource(final Blocking blocking) {
            this.blocking = blocking;
        }

        @GET
        @Path("who")
        public String who() {
            return caller(RequestContext.current());
        }

        @GET
        @Path("blocking")
        public Single<String> onAnotherThread() {
            return blocking.single(() -> caller(RequestContext.current()));
        }

        @GET
        @Path("events")
        @Produces("text/event-stream")
        public Flowable<String> events() {
            return Flowable.just(caller(RequestContext.current()));
        }
    }

    /** A response. */
    public record Answer(int status, Map<String, List<String>> headers, String body) {

        public String header(final String name) {
            return headers.entrySet().stream()
                    .filter(each -> each.getKey().equalsIgnoreCase(name))
                    .flatMap(each -> each.getValue().stream())
                    .findFirst()
                    .orElse("");
        }
    }

    private SecuredServer(final RunningApplication application, final List<SecurityEvent> events) {
        this.application = application;
        this.events = events;
        this.first = vertx.createHttpClient(new HttpClientOptions().setMaxPoolSize(300));
        this.second = vertx.createHttpClient(
                new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false));
    }

    private static String caller(final RequestContext context) {
        final Identity identity = context == null ? null : context.identity();
        return identity == null ? "nobody" : identity.toString();
    }

    public static SecuredServer of(
            final SecurityPlugin plugin, final Map<String, Object> settings, final Module... modules) {
        final List<SecurityEvent> events = Collections.synchronizedList(new ArrayList<>());
        final JZenith recipe = JZenith.application()
                .withoutConfigurationFiles()
                .withPlugins(
                        RestPlugin.withResources(Resource.class),
                        StaticFiles.of(StaticFiles.at("/files", "classpath:files")),
                        plugin)
                .withModules(modules)
                .withModules(binder -> {
                    HttpMount.binder(binder)
                            .addBinding()
                            .toInstance(HttpMount.at(
                                    "/mount",
                                    "test",
                                    exchange -> () -> exchange.response()
                                            .send("text/plain", Buffer.buffer(caller(exchange.context())))));
                    Observers.binder(binder).addBinding().toInstance(new EventObserver<SecurityEvent>() {
                        @Override
                        public Class<SecurityEvent> events() {
                            return SecurityEvent.class;
                        }

                        @Override
                        public void observe(final SecurityEvent event) {
                            events.add(event);
                        }
                    });
                })
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.event-loops", 2);
        settings.forEach(recipe::withOverridingConfiguration);
        return new SecuredServer(recipe.run(), events);
    }

    public int port() {
        return application.port();
    }

    public <T> T get(final Class<T> type) {
        return application.injector().getInstance(type);
    }

    public List<SecurityEvent> events() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    public static String basic(final String name, final String password) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    public Answer get(final String path, final String... headers) throws Exception {
        return send(HttpVersion.HTTP_1_1, "GET", path, headers);
    }

    /** A request with basic authentication. */
    public Answer as(final String name, final String password, final String... headers) throws Exception {
        final List<String> all = new ArrayList<>(List.of(headers));
        all.add("Authorization");
        all.add(basic(name, password));
        return get("/who", all.toArray(String[]::new));
    }

    public Answer send(final HttpVersion version, final String method, final String path, final String... headers)
            throws Exception {
        return begin(version, method, path, headers).get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** The names and values of headers in turn; a name may come twice. */
    public CompletableFuture<Answer> begin(
            final HttpVersion version, final String method, final String path, final String... headers) {
        final CompletableFuture<Answer> answer = new CompletableFuture<>();
        // On an event loop, so that no response arrives before it has its handler.
        vertx.runOnContext(begun -> (version == HttpVersion.HTTP_2 ? second : first)
                .request(HttpMethod.valueOf(method), port(), "localhost", path)
                .compose(request -> {
                    for (int i = 0; i < headers.length; i += 2) {
                        request.headers().add(headers[i], headers[i + 1]);
                    }
                    return request.send();
                })
                .compose(response -> response.body().map(body -> {
                    final Map<String, List<String>> all = new java.util.LinkedHashMap<>();
                    response.headers()
                            .forEach(header -> all.computeIfAbsent(header.getKey(), name -> new ArrayList<>())
                                    .add(header.getValue()));
                    return new Answer(response.statusCode(), all, body.toString());
                }))
                .onSuccess(answer::complete)
                .onFailure(answer::completeExceptionally));
        return answer;
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
        application.close();
    }
}
