package org.jzenith.dev;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** A project in a folder of its own, developed as a user would: a process, edited files, HTTP. */
final class DevelopedProject {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final Pattern HISTOGRAM =
            Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +org\\.jzenith\\.dev\\.ApplicationClassLoader\\b");

    private final Path directory;
    private final int port = freePort();
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> log = new ArrayList<>();
    private Process process;

    DevelopedProject(final Path directory) {
        this.directory = directory;
        copy(Path.of("src/test/project"), directory);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(final Path from, final Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                final Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What an IDE does before it runs a class. */
    void build() {
        final Path classes = directory.resolve("target/classes");
        try (Stream<Path> sources = Files.walk(directory.resolve("src/main/java"))) {
            Files.createDirectories(classes);
            final List<String> arguments =
                    new ArrayList<>(List.of("-parameters", "-g", "-d", classes.toString(), "--release", "17"));
            arguments.addAll(List.of("-proc:none", "-cp", System.getProperty("java.class.path")));
            sources.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(arguments::add);
            final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            if (compiler.run(null, null, null, arguments.toArray(String[]::new)) != 0) {
                throw new IllegalStateException("The project does not compile.");
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        copy(directory.resolve("src/main/resources"), classes);
    }

    void start(final String... jvmArguments) {
        final List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(jvmArguments));
        command.addAll(List.of(
                "-cp",
                directory.resolve("target/classes") + File.pathSeparator + System.getProperty("java.class.path"),
                "shop.Shop",
                "--dev",
                "--rest.port=" + port));
        try {
            process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        final BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        final Thread reader = new Thread(() -> read(lines));
        reader.setDaemon(true);
        reader.start();
    }

    private void read(final BufferedReader lines) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println("  | " + line);
                synchronized (log) {
                    log.add(line);
                }
            }
        } catch (final IOException e) {
            System.out.println("  | (closed)"); // the process has ended
        }
    }

    Process process() {
        return process;
    }

    Path file(final String name) {
        return directory.resolve(name);
    }

    void write(final String name, final String text) {
        try {
            Files.createDirectories(file(name).getParent());
            Files.writeString(file(name), text);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void edit(final String name, final String from, final String to) {
        try {
            final String before = Files.readString(file(name));
            if (!before.contains(from)) {
                throw new IllegalArgumentException(name + " does not have " + from);
            }
            write(name, before.replace(from, to));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void delete(final String name) {
        try {
            Files.delete(file(name));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void type(final String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    HttpResponse<String> get(final String path, final String... headers) {
        return send(request(path, headers).GET());
    }

    HttpResponse<String> post(final String path, final String body) {
        return send(request(path, "Content-Type", "text/plain").POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(final String path, final String... headers) {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(LIMIT);
        return headers.length == 0 ? request : request.headers(headers);
    }

    private HttpResponse<String> send(final HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The class loaders of applications that are alive after a full garbage collection. */
    long classLoaders() {
        try {
            final Process jcmd = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            String.valueOf(process.pid()),
                            "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            final String histogram = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            final Matcher line = HISTOGRAM.matcher(histogram);
            if (!line.find()) {
                throw new IllegalStateException(histogram);
            }
            return Long.parseLong(line.group(1));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isListening() {
        try (ServerSocket socket = new ServerSocket(port)) {
            return !socket.isBound();
        } catch (final IOException e) {
            return true;
        }
    }

    int port() {
        return port;
    }

    String log() {
        synchronized (log) {
            return String.join("\n", log);
        }
    }

    void awaitLog(final String text) {
        await(text, () -> log().contains(text));
    }

    static void await(final String what, final Supplier<Boolean> condition) {
        final long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.get()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("Not within " + LIMIT + ": " + what);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (final InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    void close() throws InterruptedException {
        if (process != null && process.isAlive()) {
            process.destroy();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }
}
