package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.common.annotation.Blocking;
import io.vertx.core.json.JsonObject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;

/** An application in a JVM of its own, so that it can use up its heap and the processors, or lack a library. */
record StrainedProcess(Process process, BufferedReader output, URI main, URI operators) implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @Path("/")
    public static final class StrainResource {

        private static final int BLOCK = 1 << 16;
        private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
        private static final List<byte[]> RETAINED = new ArrayList<>();

        /** Fills nine tenths of the heap. */
        @POST
        @Path("fill")
        public void fill() {
            final Runtime runtime = Runtime.getRuntime();
            System.gc();
            final long missing = runtime.maxMemory() * 9 / 10 - (runtime.totalMemory() - runtime.freeMemory());
            for (long filled = 0; filled < missing; filled += BLOCK) {
                RETAINED.add(new byte[BLOCK]);
            }
            System.gc();
        }

        /** Returns when the thread that spins has used the processors for longer than any other. */
        @Blocking
        @POST
        @Path("spin/longest")
        public void spinLongest() throws InterruptedException {
            final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            final Thread spinning = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("spinning"))
                    .findFirst()
                    .orElseThrow();
            while (LongStream.of(threads.getAllThreadIds())
                    .filter(id -> id != spinning.getId())
                    .anyMatch(id ->
                            threads.getThreadCpuTime(id) + LEAD_NANOS > threads.getThreadCpuTime(spinning.getId()))) {
                spinning.join(50);
            }
        }

        /** Keeps a processor busy. */
        @POST
        @Path("spin")
        public void spin() {
            final Thread spinning = new Thread(
                    () -> {
                        while (true) {
                            Thread.onSpinWait();
                        }
                    },
                    "spinning");
            spinning.setDaemon(true);
            spinning.start();
        }
    }

    /** The program. */
    public static void main(final String... args) {
        JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(StrainResource.class), RestPlugin.named("admin"), AdminPlugin.create())
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.request-timeout", "3m")
                .withConfiguration("rest.admin.port", 0)
                .run();
    }

    /**
     * Starts the program, and waits until it is open.
     *
     * @param withoutJars a part of the names of the jars that are left out
     * @param options of the JVM
     */
    static StrainedProcess start(final String withoutJars, final String... options) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                .toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(jar -> withoutJars.isEmpty() || !jar.contains(withoutJars))
                        .collect(Collectors.joining(File.pathSeparator)),
                StrainedProcess.class.getName()));
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        final BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        final List<String> lines = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.contains("Open at [")) {
                final String[] addresses =
                        line.replaceAll(".*Open at \\[(.*)].*", "$1").split(", ");
                return new StrainedProcess(process, output, URI.create(addresses[0]), URI.create(addresses[1]));
            }
        }
        throw new AssertionError("It did not open: " + lines);
    }

    /** Sends a request without a body. */
    <T> HttpResponse<T> send(final String method, final URI uri, final HttpResponse.BodyHandler<T> body) {
        return CLIENT.sendAsync(
                        HttpRequest.newBuilder(uri)
                                .method(method, HttpRequest.BodyPublishers.noBody())
                                .build(),
                        body)
                .join();
    }

    /** Returns the data of the operators' page. */
    JsonObject data() {
        return new JsonObject(send("GET", operators.resolve("/admin/data"), HttpResponse.BodyHandlers.ofString())
                .body());
    }

    /** Begins the strain. */
    void strain(final String kind) {
        assertThat(send("POST", main.resolve(kind), HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(204);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        output.close();
    }
}
