package org.jzenith.dev.internal;

import io.reactivex.Observable;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
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
            Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +org\\.jzenith\\.dev\\.internal\\.ApplicationClassLoader\\b");

    private final Path directory;
    private final int port = freePort();
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> log = new ArrayList<>();
    private String classPath = System.getProperty("java.class.path");
    private Process process;
    private Thread reader;

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

    /** Adds a folder with classes that another program compiles. */
    void withClassPath(final Path folder) {
        classPath = folder + File.pathSeparator + classPath;
    }

    /** Compiles and copies as an IDE does before it runs a class. */
    void build() {
        final Path classes = directory.resolve("target/classes");
        try (Stream<Path> sources = Files.walk(directory.resolve("src/main/java"))) {
            Files.createDirectories(classes);
            final List<String> arguments =
                    new ArrayList<>(List.of("-parameters", "-g", "-d", classes.toString(), "--release", "17"));
            arguments.addAll(List.of("-proc:none", "-cp", classPath));
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

    /** A project whose {@code main} is these statements, without a database. */
    static DevelopedProject of(final Path directory, final String statements) {
        final DevelopedProject project = new DevelopedProject(directory);
        project.delete("src/main/java/shop/NoteResource.java");
        project.delete("src/main/java/shop/Greeting.java");
        project.delete("src/main/resources/db/migration/V1__notes.sql");
        project.write("src/main/java/shop/Hello.java", """
                package shop;

                @jakarta.ws.rs.Path("hello")
                public final class Hello {
                    @jakarta.ws.rs.GET
                    @jakarta.ws.rs.Produces("text/plain")
                    public String hello() {
                        return Shop.text;
                    }
                }
                """);
        project.main(statements);
        return project;
    }

    void main(final String statements) {
        main("", statements);
    }

    void main(final String members, final String statements) {
        write("src/main/java/shop/Shop.java", """
                package shop;

                import org.jzenith.core.JZenith;
                import org.jzenith.rest.RestPlugin;

                public final class Shop {
                    static volatile String text = "";
                %s
                    public static void main(final String... args) throws Exception {
                        %s
                    }
                }
                """.formatted(members, statements));
    }

    void start(final String... jvmArguments) {
        start(List.of(jvmArguments), "--rest.port=" + port);
    }

    void start(final List<String> jvmArguments, final String... arguments) {
        final List<String> command = new ArrayList<>(jvmArguments);
        command.addAll(List.of("-cp", allClasses(), "shop.Shop", "--dev"));
        command.addAll(List.of(arguments));
        java(command);
    }

    private String allClasses() {
        return directory.resolve("target/classes") + File.pathSeparator + classPath;
    }

    /** Starts as the Maven plugin does: only the development mode calls {@code main}. */
    void startAsMaven() {
        final Properties description = new Properties();
        description.setProperty("main-class", "shop.Shop");
        description.setProperty("directory", directory.toString());
        description.setProperty("classes", file("target/classes").toString());
        description.setProperty(
                "generated-sources", file("target/generated-sources").toString());
        description.setProperty("encoding", "UTF-8");
        description.setProperty("argument.0", "--rest.port=" + port);
        description.setProperty("source.0", file("src/main/java").toString());
        description.setProperty("resource.0", file("src/main/resources").toString());
        description.setProperty("resource-target.0", file("target/classes").toString());
        description.setProperty("option.0", "-parameters");
        int number = 0;
        for (final String entry : allClasses().split(File.pathSeparator, -1)) {
            description.setProperty("class-path." + number++, entry);
        }
        final Path file = file("target/jzenith-dev.properties");
        try (Writer writer = Files.newBufferedWriter(file)) {
            description.store(writer, null);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        java(List.of("-cp", allClasses(), "org.jzenith.dev.internal.DevelopmentServer", file.toString()));
    }

    private void java(final List<String> arguments) {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote"));
        command.addAll(arguments);
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
        reader = new Thread(() -> read(lines));
        reader.setDaemon(true);
        reader.start();
    }

    /** Sends the signal that asks the process to end, and waits for the end of the process and of its log. */
    void signal() throws InterruptedException {
        process.toHandle().destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError("The process has not ended 30 s after the signal.");
        }
        reader.join(TimeUnit.SECONDS.toMillis(10));
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

    /** Writes a file that is whole when it is seen, because a compilation can run meanwhile. */
    void write(final String name, final String text) {
        try {
            Files.createDirectories(file(name).getParent());
            Files.move(
                    Files.writeString(Files.createTempFile(directory, "file", ""), text),
                    file(name),
                    StandardCopyOption.ATOMIC_MOVE);
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
        try (Socket socket = new Socket("localhost", port)) {
            return socket.isConnected();
        } catch (final IOException e) {
            return false;
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
        final boolean came = Observable.interval(0, 20, TimeUnit.MILLISECONDS)
                .filter(tick -> condition.get())
                .map(tick -> true)
                .timeout(LIMIT.toMillis(), TimeUnit.MILLISECONDS, Observable.just(false))
                .blockingFirst();
        if (!came) {
            throw new AssertionError("Not within " + LIMIT + ": " + what);
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
