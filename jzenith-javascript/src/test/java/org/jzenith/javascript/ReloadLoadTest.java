package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Observable;
import io.reactivex.schedulers.Schedulers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;

/** Many reloads in development mode. */
@Tag("full")
final class ReloadLoadTest {

    private static final int CLIENTS = 4;
    private static final int RELOADS_UNDER_LOAD = 20;
    private static final int RELOADS_BEFORE = 100;
    private static final int RELOADS = 1_000;
    private static final long MEBIBYTE = 1024 * 1024;

    @TempDir
    private Path folder;

    @TempDir
    private Path outside;

    private final HttpClient client = HttpClient.newHttpClient();
    private RunningApplication application;

    @BeforeEach
    void start() throws IOException {
        save(0);
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(new ReloadTest.Session());
        try {
            application = JZenith.application()
                    .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/js", folder.toString()))
                    .withOverridingConfiguration("rest.port", 0)
                    .withOverridingConfiguration("jzenith.idle-grace", "0s")
                    .withOverridingConfiguration("jzenith.event-loops", 2)
                    .run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private URI uri() {
        return URI.create("http://localhost:" + application.port() + "/js/v");
    }

    private void save(final int version) throws IOException {
        final Path written = Files.writeString(
                outside.resolve("a.js"),
                "import { get } from 'jzenith'\n\nconst large = new Array(10000).fill(" + version + ")\n"
                        + "get('/v', async () => {\n  await new Promise(resolve => setTimeout(resolve, 2))\n"
                        + "  return String(large[0])\n})\n");
        Files.move(written, folder.resolve("a.js"), StandardCopyOption.ATOMIC_MOVE);
    }

    private void reload(final int version) throws IOException {
        save(version);
        assertThat(Observable.interval(0, 10, TimeUnit.MILLISECONDS)
                        .map(tick -> get(client, uri()).body())
                        .filter(String.valueOf(version)::equals)
                        .timeout(20, TimeUnit.SECONDS)
                        .blockingFirst())
                .isNotNull();
    }

    private static HttpResponse<String> get(final HttpClient client, final URI uri) {
        try {
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        } catch (final IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void noRequestIsLost() throws IOException {
        final AtomicBoolean over = new AtomicBoolean();
        final URI uri = uri();
        final var statuses = Observable.range(0, CLIENTS)
                .flatMap(each -> Observable.fromCallable(HttpClient::newHttpClient)
                        .subscribeOn(Schedulers.newThread())
                        .flatMap(own -> Observable.fromCallable(
                                        () -> get(own, uri).statusCode())
                                .repeatUntil(over::get)))
                .toList()
                .cache();
        final var running = statuses.subscribe();
        for (int version = 1; version <= RELOADS_UNDER_LOAD; version++) {
            reload(version);
        }
        over.set(true);
        final List<Integer> all = statuses.blockingGet();
        running.dispose();
        assertThat(all).hasSizeGreaterThan(RELOADS_UNDER_LOAD).containsOnly(200);
    }

    private static long usedBytes() {
        System.gc();
        final Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Test
    @Timeout(600)
    void aThousandReloadsKeepNoMemory() throws IOException {
        for (int version = 1; version <= RELOADS_BEFORE; version++) {
            reload(version);
        }
        final long before = usedBytes();
        for (int version = RELOADS_BEFORE + 1; version <= RELOADS; version++) {
            reload(version);
        }
        assertThat(usedBytes() - before).isLessThan(20 * MEBIBYTE);
    }
}
