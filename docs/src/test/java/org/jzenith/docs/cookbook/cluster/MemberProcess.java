package org.jzenith.docs.cookbook.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The process of a {@link ClusterMember}. */
record MemberProcess(Process process, BufferedReader output, PrintWriter input) implements AutoCloseable {

    static MemberProcess start(final String name, final int port, final int otherPort) throws IOException {
        final Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dvertx.jgroups.config=cookbook/cluster/jgroups.xml",
                        "-Djgroups.bind.address=127.0.0.1",
                        "-Djgroups.bind.port=" + port,
                        "-Dcluster.members=127.0.0.1[" + port + "],127.0.0.1[" + otherPort + "]",
                        "-cp",
                        classPath(),
                        ClusterMember.class.getName(),
                        name)
                .redirectErrorStream(true)
                .start();
        final MemberProcess member = new MemberProcess(
                process,
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)),
                new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true));
        try {
            if (!member.answer().equals("joined")) {
                throw new AssertionError("The member said something else first.");
            }
            return member;
        } catch (final IOException | AssertionError e) {
            member.close();
            throw e;
        }
    }

    /** The Caffeine of docs/cookbook/cluster.md stands in for that of jzenith-cache. */
    private static String classPath() {
        return Stream.concat(
                        Stream.of("target/cluster/caffeine.jar"),
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                                .filter(each -> !each.contains("caffeine")))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private String answer() throws IOException {
        final List<String> log = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("> ")) {
                return line.substring(2);
            }
            log.add(line);
        }
        throw new AssertionError("The member has ended: " + String.join("\n", log));
    }

    /** Lets this member greet another one. */
    String greets(final String other) {
        input.println(other);
        try {
            return answer();
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Ends its input, and waits until it has stopped without a failure; one is to exceed {@code jzenith.close-timeout}. */
    void stop() throws InterruptedException {
        input.close();
        final int status = process.waitFor();
        final String log = output.lines().collect(Collectors.joining("\n"));
        assertThat(log).doesNotContain("Stopped with");
        assertThat(status).as(log).isZero();
    }

    /** Kills it. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
