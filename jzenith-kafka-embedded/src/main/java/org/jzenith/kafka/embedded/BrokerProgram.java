package org.jzenith.kafka.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.embedded.internal.TimeLimit;
import org.jzenith.embedded.internal.UnpackedPrograms;
import org.jzenith.embedded.internal.Workspace;

/**
 * The Kafka jars, which are resources in this module's jar. So they are not on the application's class path, and the application's library
 * versions do not affect the broker. The jars are unpacked once for each user.
 *
 * @param directory the directory with the jars
 * @param jars the names of the jars, in the order of the class path
 */
record BrokerProgram(Path directory, List<String> jars) {

    /** The main class of the broker's process. It has its own jar, because the application's class path is not the broker's. */
    static final String MAIN = "org.jzenith.kafka.embedded.BrokerProcess";

    private static final String MAIN_FILE = MAIN.replace('.', '/') + ".class";
    private static final String MAIN_JAR = "main.jar";
    private static final String LOG_FILE = "logback.xml";
    private static final String RESOURCES = "org/jzenith/kafka/embedded/";
    private static final Pattern VERSION = Pattern.compile("kafka-clients-([0-9.]+)\\.jar");

    static BrokerProgram unpacked(final Workspace workspace, final TimeLimit deadline) {
        final byte[] index = bytes(RESOURCES + "jars.txt");
        final List<String> jars = Stream.of(
                        new String(index, StandardCharsets.UTF_8).strip().split(":", -1))
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .toList();
        final CRC32 checksum = new CRC32();
        checksum.update(index);
        checksum.update(bytes(MAIN_FILE));
        checksum.update(bytes(RESOURCES + LOG_FILE));
        final String key = UnpackedPrograms.key("program", jars.size(), checksum.getValue());
        final Path directory = UnpackedPrograms.in(workspace, key, target -> {
            for (final String jar : jars) {
                UnpackedPrograms.check(deadline, jar);
                copy(RESOURCES + "jars/" + jar, target.resolve(jar));
            }
            copy(RESOURCES + LOG_FILE, target.resolve(LOG_FILE));
            try (JarOutputStream main = new JarOutputStream(Files.newOutputStream(target.resolve(MAIN_JAR)))) {
                main.putNextEntry(new ZipEntry(MAIN_FILE));
                main.write(bytes(MAIN_FILE));
            }
        });
        return new BrokerProgram(directory, jars);
    }

    private static void copy(final String resource, final Path target) throws IOException {
        Files.createDirectories(target.getParent());
        try (InputStream content = open(resource)) {
            Files.copy(content, target);
        }
    }

    private static byte[] bytes(final String resource) {
        try (InputStream content = open(resource)) {
            return content.readAllBytes();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(final String resource) {
        final @Nullable InputStream content =
                BrokerProgram.class.getClassLoader().getResourceAsStream(resource);
        if (content == null) {
            throw new StartException(
                    StartProblem.of("The embedded Kafka has no broker: " + resource + " is not on the class path.")
                            .remedy(
                                    "Set kafka.bootstrap-servers (KAFKA_BOOTSTRAP_SERVERS in the environment) to use other brokers, or use the complete jar of org.jzenith:jzenith-kafka-embedded."));
        }
        return content;
    }

    String classPath() {
        return Stream.concat(Stream.of(MAIN_JAR), jars.stream())
                .map(jar -> directory.resolve(jar).toString())
                .collect(Collectors.joining(System.getProperty("path.separator")));
    }

    /** Returns the file for the class-data archive of brokers on this JVM. It may not exist yet. */
    Path classes() {
        return directory.resolveSibling(directory.getFileName() + "-" + System.getProperty("java.vm.version") + ".jsa");
    }

    Path logConfiguration() {
        return directory.resolve(LOG_FILE);
    }

    /** Returns the version of Kafka. */
    String version() {
        return jars.stream()
                .map(VERSION::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .findFirst()
                .orElse("");
    }
}
