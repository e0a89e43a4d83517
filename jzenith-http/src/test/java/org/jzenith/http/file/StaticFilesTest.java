package org.jzenith.http.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.handler.ListenerPlugin;
import org.slf4j.LoggerFactory;

/** A folder, and a folder of a jar, as static files. */
final class StaticFilesTest {

    private static final FileTime OLD = FileTime.from(Instant.parse("2024-05-06T07:08:09Z"));

    @TempDir
    private Path place;

    private Path folder;
    private final List<AutoCloseable> closed = new ArrayList<>();

    @BeforeEach
    void write() throws IOException {
        folder = Files.createDirectory(place.resolve("web"));
        Files.writeString(place.resolve("secret.txt"), "SECRET");
        Files.createDirectories(place.resolve("websecret"));
        Files.writeString(place.resolve("websecret/secret.txt"), "SECRET");
        for (final String name : List.of(
                "index.html",
                "app.js",
                "app.js.br",
                "app.js.gz",
                "big.css",
                "big.css.gz",
                "big.css.zst",
                "with space.txt",
                "größe.txt",
                "docs/index.html",
                "docs/page.txt",
                "empty/none.txt",
                "assets/index-4fe2.js",
                ".env",
                ".git/config",
                "docs/.hidden",
                ".well-known/security.txt",
                ".well-known/.hidden")) {
            final Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "content of " + name);
            Files.setLastModifiedTime(file, OLD);
        }
        Files.createSymbolicLink(folder.resolve("leak.txt"), place.resolve("secret.txt"));
        Files.createSymbolicLink(folder.resolve("leaks"), place);
        Files.createSymbolicLink(folder.resolve("alias.txt"), Path.of("docs/page.txt"));
    }

    @AfterEach
    void close() throws Exception {
        for (int i = closed.size() - 1; i >= 0; i--) {
            closed.get(i).close();
        }
    }

    private RunningApplication run(final ServedFolders... files) {
        return run(Map.of(), files);
    }

    private RunningApplication run(final Map<String, Object> settings, final ServedFolders... files) {
        final JZenith recipe = JZenith.application()
                .withPlugins(new ListenerPlugin(Duration.ofSeconds(5)))
                .withPlugins(files);
        settings.forEach(recipe::withOverridingConfiguration);
        final RunningApplication running = recipe.run();
        closed.add(running);
        return running;
    }

    private ServedFolders files(final String path) {
        return served(folder(path));
    }

    private ServedFolder folder(final String path) {
        return StaticFiles.at(path, folder.toString());
    }

    private static ServedFolders served(final ServedFolder... folders) {
        return StaticFiles.of(folders).onListenerOf("listener");
    }

    private FileClient client(final HttpVersion version, final RunningApplication application) {
        final FileClient client = new FileClient(version, application.port());
        closed.add(client::close);
        return client;
    }

    private FileClient client(final RunningApplication application) {
        return client(HttpVersion.HTTP_1_1, application);
    }

    @Test
    void aPluginWithoutFoldersIsAWarningWithTheLineThatBeganIt() {
        final Logger logger = (Logger) LoggerFactory.getLogger(StaticFiles.class);
        final ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            run(StaticFiles.named("docs").onListenerOf("listener"));
        } finally {
            logger.detachAppender(lines);
        }
        assertThat(lines.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getLevel()).isEqualTo(Level.WARN))
                .extracting(ILoggingEvent::getFormattedMessage)
                .asString()
                .matches(
                        "The plugin 'static-files\\.docs' has no folder, so it does nothing\\. It comes from [^ ]+\\(StaticFilesTest\\.java:\\d+\\)"
                                + "\\. Add a folder with withFolders\\(StaticFiles\\.at\\(\\.\\.\\)\\), or remove the plugin\\.");
    }

    /** Sends a request with an unchanged path, which most clients would normalise. */
    private static String raw(final RunningApplication application, final String request) throws IOException {
        try (Socket socket = new Socket("localhost", application.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write((request + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/, content of index.html, text/html;charset=utf-8",
        "/index.html, content of index.html, text/html;charset=utf-8",
        "/app.js, content of app.js, text/javascript;charset=utf-8",
        "/docs/, content of docs/index.html, text/html;charset=utf-8",
        "/docs/page.txt?v=1, content of docs/page.txt, text/plain;charset=utf-8",
        "/with%20space.txt, content of with space.txt, text/plain;charset=utf-8",
        "/gr%C3%B6%C3%9Fe.txt, content of größe.txt, text/plain;charset=utf-8",
        "/%61pp.js, content of app.js, text/javascript;charset=utf-8",
        "/docs/../index.html, content of index.html, text/html;charset=utf-8",
        "/none/%2e%2E/docs/./page.txt, content of docs/page.txt, text/plain;charset=utf-8",
        "/docs/.., content of index.html, text/html;charset=utf-8",
        "/gr%c3%b6%c3%9fe%2Etxt, content of größe.txt, text/plain;charset=utf-8",
        "/.well-known/security.txt, content of .well-known/security.txt, text/plain;charset=utf-8",
        "/alias.txt, content of docs/page.txt, text/plain;charset=utf-8",
    })
    void filesAreSent(final String path, final String content, final String type) throws Exception {
        for (final HttpVersion version : List.of(HttpVersion.HTTP_1_1, HttpVersion.HTTP_2)) {
            for (final String mount : List.of("/", "/app")) {
                final RunningApplication running = run(files(mount));
                final FileClient.Answer answer =
                        client(version, running).send("GET", (mount + path).replace("//", "/"));
                assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo(content);
                assertThat(answer.header("Content-Type")).isEqualTo(type);
                assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
                assertThat(answer.header("ETag")).isNotNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../secret.txt",
                "/..%2fsecret.txt",
                "/%2e%2e/secret.txt",
                "/%2e%2e%2fsecret.txt",
                "/%2E%2E%2Fsecret.txt",
                "/.%2e/secret.txt",
                "/docs/../../secret.txt",
                "/docs/..;v=1/index.html",
                "/docs%2f..%2findex.html",
                "/docs//../index.html/",
                "/docs%2fpage.txt",
                "/docs%5cpage.txt",
                "/..%5csecret.txt",
                "/..%5c..%5csecret.txt",
                "/....//secret.txt",
                "/..../secret.txt",
                "/%c0%ae%c0%ae/secret.txt",
                "/%252e%252e/secret.txt",
                "/..%252fsecret.txt",
                "//secret.txt",
                "//index.html",
                "/docs//page.txt",
                "/websecret/secret.txt",
                "/../websecret/secret.txt",
                "/leak.txt",
                "/leaks/secret.txt",
                "/leaks/web/index.html/../../secret.txt",
                "/.env",
                "/%2eenv",
                "/.git/config",
                "/docs/.hidden",
                "/.well-known/.hidden",
                "/.well-known/../.env",
                "/docs/.well-known/x",
                "/index.html%00",
                "/index.html%00.txt",
                "/%00",
                "/index.html.",
                "/index.html%20",
                "/index.html%20.",
                "/index.html::$DATA",
                "/index.html:stream",
                "/C:/secret.txt",
                "/c:%5csecret.txt",
                "/con",
                "/CON.txt",
                "/docs/aux.html",
                "/nul",
                "/COM1.log",
                "/LPT9",
                "/conin$",
                "/index.html%0d%0aX-Injected:%20yes",
                "/index.html%7f",
                "/index.html/",
                "/index.html/x",
                "/index.html;v=1",
                "/empty/",
                "/empty",
                "/INDEX.html",
                "/assets",
                "/assets/",
                "/file:///etc/passwd",
                "/%E0%80%AFetc%E0%80%AFpasswd",
            })
    void nothingElseIsSent(final String path) throws Exception {
        final RunningApplication running = run(
                files("/"), StaticFiles.named("app").withFolders(folder("/app")).onListenerOf("listener"));
        for (final String each : List.of(path, "/app" + path)) {
            for (final String method : List.of("GET", "HEAD", "POST")) {
                final String answer = raw(running, method + " " + each);
                assertThat(answer)
                        .as(method + " " + each)
                        .matches("(?s)HTTP/1.1 (404 Not Found|400 Bad Request)\r\n.*")
                        .doesNotContain("SECRET", "content of", "X-Injected", place.toString());
            }
        }
    }

    @Test
    void aFolderGetsItsSlash() throws Exception {
        final RunningApplication running = run(
                files("/"), StaticFiles.named("app").withFolders(folder("/app")).onListenerOf("listener"));
        assertThat(raw(running, "GET /docs?a=b")).contains(" 301 ", "\r\nLocation: /docs/?a=b\r\n");
        assertThat(raw(running, "GET /app")).contains(" 301 ", "\r\nLocation: /app/\r\n");
        assertThat(raw(running, "GET /app/docs")).contains(" 301 ", "\r\nLocation: /app/docs/\r\n");
        assertThat(raw(running, "GET //docs")).contains(" 404 ");
    }

    @Test
    void filesCanOnlyBeRead() throws Exception {
        final FileClient client = client(run(files("/")));
        for (final String method : List.of("POST", "PUT", "DELETE", "PATCH", "TRACE")) {
            final FileClient.Answer answer = client.send(method, "/app.js");
            assertThat(answer.status()).as(method).isEqualTo(405);
            assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
            assertThat(client.send(method, "/none.js").status()).isEqualTo(404);
        }
        assertThat(client.send("OPTIONS", "/app.js").status()).isEqualTo(204);
        assertThat(client.send("OPTIONS", "/app.js").header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        final FileClient.Answer head = client.send("HEAD", "/app.js");
        assertThat(head.header("Content-Length")).isEqualTo("17");
        assertThat(head.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/app.js | | identity",
                "/app.js | gzip | gzip",
                "/app.js | gzip, br | br",
                "/app.js | gzip, deflate, br, zstd | br",
                "/app.js | gzip;q=1.0, br;q=0.5 | gzip",
                "/app.js | br;q=0 | identity",
                "/app.js | br;q=0, * | gzip",
                "/app.js | * | br",
                "/app.js | identity, br;q=0.5 | identity",
                "/app.js | deflate | identity",
                "/app.js | BR | br",
                "/app.js | br;q=x | identity",
                "/big.css | br, gzip, zstd | zstd",
                "/big.css | br, gzip | gzip",
            })
    void theCompressedFileIsSentToThoseThatTakeIt(final String path, final String accepted, final String coding)
            throws Exception {
        final FileClient client = client(run(files("/")));
        final FileClient.Answer answer =
                accepted == null ? client.send("GET", path) : client.send("GET", path, "Accept-Encoding", accepted);
        final String extension = Map.of("identity", "", "gzip", ".gz", "br", ".br", "zstd", ".zst")
                .get(coding);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo("content of" + " " + path.substring(1) + extension);
        assertThat(answer.header("Content-Encoding")).isEqualTo(coding.equals("identity") ? null : coding);
        assertThat(answer.header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(answer.header("Content-Type")).startsWith(path.endsWith("js") ? "text/javascript" : "text/css");
    }

    @Test
    void eachCodingHasItsOwnTag() throws Exception {
        final FileClient client = client(run(files("/")));
        final List<String> tags = new ArrayList<>();
        for (final String coding : List.of("identity", "br", "gzip")) {
            final FileClient.Answer answer = client.send("GET", "/app.js", "Accept-Encoding", coding);
            tags.add(answer.header("ETag"));
            final FileClient.Answer unchanged =
                    client.send("GET", "/app.js", "Accept-Encoding", coding, "If-None-Match", answer.header("ETag"));
            assertThat(unchanged.status()).isEqualTo(304);
            assertThat(unchanged.header("Vary")).isEqualTo("Accept-Encoding");
            assertThat(unchanged.header("Cache-Control")).isEqualTo("no-cache");
        }
        assertThat(tags).doesNotHaveDuplicates();
        assertThat(client.send("GET", "/app.js", "Accept-Encoding", "br", "If-None-Match", tags.get(0))
                        .status())
                .isEqualTo(200);
        assertThat(client.send("GET", "/docs/page.txt").header("Vary")).isNull();
    }

    @Test
    void aCompressedFileOfAnEarlierVersionIsNotSent() throws Exception {
        final FileClient client = client(run(files("/")));
        Files.writeString(folder.resolve("app.js"), "changed");
        final FileClient.Answer answer = client.send("GET", "/app.js", "Accept-Encoding", "br");
        assertThat(answer.body()).asString(StandardCharsets.UTF_8).isEqualTo("changed");
        assertThat(answer.header("Content-Encoding")).isNull();
    }

    @Test
    void namesThatChangeWithTheContentAreKeptForEver() throws Exception {
        final FileClient client = client(run(
                Map.of("static-files.cache-control", "public, max-age=60"),
                served(folder("/").withImmutable("assets/**"))));
        assertThat(client.send("GET", "/assets/index-4fe2.js").header("Cache-Control"))
                .isEqualTo("public, max-age=31536000, immutable");
        assertThat(client.send("GET", "/app.js").header("Cache-Control")).isEqualTo("public, max-age=60");
        assertThat(client.send("GET", "/").header("Cache-Control")).isEqualTo("public, max-age=60");
        assertThat(client.send("GET", "/assets/none.js").header("Cache-Control"))
                .isNull();
    }

    @Test
    void pathsOfAFrontEndGetTheFallback() throws Exception {
        final FileClient client =
                client(run(served(folder("/").withFallback("index.html").withImmutable("**"))));
        final String page = "text/html,application/xhtml+xml,*/*;q=0.8";
        for (final String path : List.of("/users/17", "/users/", "/empty", "/empty/")) {
            final FileClient.Answer answer = client.send("GET", path, "Accept", page);
            assertThat(answer.status()).as(path).isEqualTo(200);
            assertThat(answer.body()).asString(StandardCharsets.UTF_8).isEqualTo("content of index.html");
            assertThat(answer.header("Content-Type")).isEqualTo("text/html;charset=utf-8");
            assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
            assertThat(answer.header("Vary")).isEqualTo("Accept");
            assertThat(client.send("HEAD", path, "Accept", page).status()).isEqualTo(200);
            assertThat(client.send("POST", path, "Accept", page).status()).isEqualTo(404);
            assertThat(client.send("GET", path, "Accept", "application/json").status())
                    .isEqualTo(404);
            assertThat(client.send("GET", path, "Accept", "*/*").status()).isEqualTo(404);
            final FileClient.Answer none = client.send("GET", path);
            assertThat(none.status()).isEqualTo(404);
            assertThat(none.header("Vary")).as("with Accept it is a page").isEqualTo("Accept");
            assertThat(client.send("GET", path, "Accept", "text/html;q=0").status())
                    .isEqualTo(404);
        }
        for (final String path : List.of("/missing.js", "/users/a.b", "/.env", "/docs/.hidden", "/a//b")) {
            final FileClient.Answer none = client.send("GET", path, "Accept", page);
            assertThat(none.status()).as(path).isEqualTo(404);
            assertThat(none.header("Vary")).as(path).isNull();
        }
    }

    @Test
    void changedFilesAreSeenAtOnce() throws Exception {
        final FileClient client = client(run(files("/")));
        assertThat(client.send("GET", "/new.txt").status()).isEqualTo(404);
        Files.writeString(folder.resolve("new.txt"), "new");
        assertThat(client.send("GET", "/new.txt").body()).asString().isEqualTo("new");
        Files.writeString(folder.resolve("new.txt"), "newer");
        assertThat(client.send("GET", "/new.txt").body()).asString().isEqualTo("newer");
        Files.delete(folder.resolve("new.txt"));
        assertThat(client.send("GET", "/new.txt").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @EnumSource(value = HttpVersion.class, names = "HTTP_1_0", mode = EnumSource.Mode.EXCLUDE)
    void filesOfAJarAreSent(final HttpVersion version) throws Exception {
        final byte[] large = new byte[1_000_000];
        new java.util.Random(3).nextBytes(large);
        for (final boolean withFolders : List.of(true, false)) {
            final Path jar = jar(withFolders, large);
            final RunningApplication running =
                    withLoader(jar, () -> run(served(StaticFiles.at("/", "classpath:static/site"))));
            final FileClient client = client(version, running);
            final FileClient.Answer index = client.send("GET", "/");
            assertThat(index.body()).asString().isEqualTo("jar index");
            assertThat(index.header("Last-Modified")).isNotNull();
            assertThat(client.send("GET", "/", "If-None-Match", index.header("ETag"))
                            .status())
                    .isEqualTo(304);
            assertThat(client.send("GET", "/large.bin").body()).isEqualTo(large);
            assertThat(client.send("GET", "/large.bin", "Range", "bytes=500000-500002")
                            .body())
                    .containsExactly(large[500_000], large[500_001], large[500_002]);
            assertThat(client.send("GET", "/large.bin", "Accept-Encoding", "gzip")
                            .header("Content-Encoding"))
                    .isEqualTo("gzip");
            assertThat(client.send("GET", "/large.bin").header("Vary")).isEqualTo("Accept-Encoding");
            for (final String path : List.of("/../outside.txt", "/%2e%2e/outside.txt", "/META-INF/x", "/.hidden")) {
                assertThat(raw(running, "GET " + path)).contains(path.contains("outside") ? " 400 " : " 404 ");
            }
            for (int i = 0; i < 3; i++) { // the same bytes again
                assertThat(client.send("GET", "/sub/page.html").body())
                        .asString()
                        .isEqualTo("page");
            }
        }
    }

    private Path jar(final boolean withFolders, final byte[] large) throws IOException {
        final Path jar = Files.createTempFile(place, "site", ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            if (withFolders) {
                for (final String name : List.of("static/", "static/site/", "static/site/sub/")) {
                    out.putNextEntry(new JarEntry(name));
                }
            }
            entry(out, "static/outside.txt", "SECRET".getBytes(StandardCharsets.US_ASCII));
            entry(out, "static/site/index.html", "jar index".getBytes(StandardCharsets.US_ASCII));
            entry(out, "static/site/.hidden", "SECRET".getBytes(StandardCharsets.US_ASCII));
            entry(out, "static/site/sub/page.html", "page".getBytes(StandardCharsets.US_ASCII));
            entry(out, "static/site/large.bin", large);
            entry(out, "static/site/large.bin.gz", new byte[] {1, 2, 3});
        }
        return jar;
    }

    private static void entry(final JarOutputStream out, final String name, final byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
        out.closeEntry();
    }

    private <T> T withLoader(final Path jar, final java.util.concurrent.Callable<T> work) throws Exception {
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            return work.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void filesOfTheClassPathOnDiskAreAsTheyAre() throws Exception {
        final Path root = Files.createDirectories(place.resolve("classes/site"));
        Files.writeString(root.resolve("index.html"), "one");
        final RunningApplication running =
                withLoader(place.resolve("classes"), () -> run(served(StaticFiles.at("/", "classpath:/site/"))));
        final FileClient client = client(running);
        assertThat(client.send("GET", "/").body()).asString().isEqualTo("one");
        Files.writeString(root.resolve("index.html"), "two");
        assertThat(client.send("GET", "/").body()).asString().isEqualTo("two");
    }

    private String problem(final Map<String, Object> settings, final ServedFolders files) {
        final StartException refused = catchThrowableOfType(StartException.class, () -> run(settings, files));
        assertThat(refused.problems()).hasSize(1);
        return refused.problems().get(0).toString();
    }

    @Test
    void whatIsNotThereFailsTheStart() throws Exception {
        assertThat(problem(Map.of(), served(StaticFiles.at("/", place + "/none"))))
                .contains("The folder of static files '" + place + "/none' does not exist.")
                .contains("StaticFiles.at(..)")
                .contains("Create the folder");
        assertThat(problem(Map.of(), served(StaticFiles.at("/", place + "/secret.txt"))))
                .contains("is not a folder.");
        assertThat(problem(Map.of("static-files.source", "classpath:none"), files("/")))
                .contains("The class path has no folder 'none' with static files.")
                .contains("static-files.source")
                .contains("src/main/resources/none");
        assertThat(problem(Map.of(), served(folder("/").withFallback("start.html"))))
                .contains("have no file 'start.html'")
                .contains("withFallback(..)");
        assertThat(problem(Map.of(), served(StaticFiles.at("/", "classpath:/"))))
                .contains("the whole class path");
        assertThat(problem(Map.of(), served(StaticFiles.at("/", "/")))).contains("is the root of the file system");
        final Path jar = jar(true, new byte[2_000_000]);
        withLoader(
                jar,
                () -> assertThat(problem(
                                Map.of("static-files.max-in-memory", "1M"),
                                served(StaticFiles.at("/", "classpath:static/site"))))
                        .contains("need more memory than static-files.max-in-memory allows, which is 1M."));
    }

    @Test
    void theSettingReplacesTheFolder() throws Exception {
        final Path other = Files.createDirectory(place.resolve("other"));
        Files.writeString(other.resolve("index.html"), "other");
        final RunningApplication running = run(
                Map.of("static-files.docs.source", other.toString()),
                files("/"),
                StaticFiles.named("docs").withFolders(folder("/manual")).onListenerOf("listener"));
        assertThat(client(running).send("GET", "/manual/").body()).asString().isEqualTo("other");
        assertThat(client(running).send("GET", "/").body()).asString().isEqualTo("content of index.html");
    }

    @Test
    void aPluginServesAllItsFolders() throws Exception {
        final Path other = Files.createDirectory(place.resolve("other"));
        Files.writeString(other.resolve("start.html"), "other");
        final ServedFolders both =
                served(folder("/"), StaticFiles.at("/manual", other.toString()).withFallback("start.html"));
        final FileClient client = client(run(both));
        assertThat(client.send("GET", "/").body()).asString().isEqualTo("content of index.html");
        assertThat(client.send("GET", "/manual/page", "Accept", "text/html").body())
                .asString()
                .isEqualTo("other");
        assertThat(client.send("GET", "/page", "Accept", "text/html").status()).isEqualTo(404);
        assertThat(problem(Map.of("static-files.source", other.toString()), both))
                .contains("static-files.source is '" + other + "', and the plugin 'static-files' has 2 folders.")
                .contains("StaticFiles.named(\"docs\").withFolders(..)");
    }

    @Test
    void aPathThatIsNoneIsRefusedAtOnce() {
        assertThatThrownBy(() -> StaticFiles.at("app", "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> folder("/").withImmutable("[")).isInstanceOf(IllegalArgumentException.class);
    }
}
