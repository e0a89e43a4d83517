package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;

/** The machine and the programs of a measurement. */
final class Machine {

    private static final List<String> LIBRARIES = List.of(
            "io.vertx/vertx-core",
            "io.vertx/vertx-pg-client",
            "io.netty/netty-transport",
            "com.fasterxml.jackson.core/jackson-databind",
            "org.jboss.resteasy/resteasy-core",
            "org.jooq/jooq");

    private Machine() {}

    static Map<String, String> describe(final Options options, final Path root, final String postgresql) {
        final Map<String, String> facts = new LinkedHashMap<>();
        facts.put("processor", processor() + ", " + Runtime.getRuntime().availableProcessors() + " processors");
        facts.put("memory", memory());
        facts.put(
                "system",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        facts.put(
                "JVM",
                output(options.java().toString(), "-version")
                        .lines()
                        .filter(line -> line.contains("Runtime"))
                        .findFirst()
                        .orElse("unknown"));
        facts.put("JVM options", options.jvmOptions().isEmpty() ? "none" : String.join(" ", options.jvmOptions()));
        facts.put("commit", output("git", "-C", root.toString(), "describe", "--always", "--dirty", "--abbrev=12"));
        facts.put("PostgreSQL", postgresql + ", embedded, on the same machine, fsync off");
        facts.put("jZenith's libraries", libraries(root.resolve("jzenith-example/target/jzenith-example.jar")));
        facts.put("baseline's libraries", libraries(root.resolve("benchmark/baseline/target/baseline.jar")));
        if (!options.peers().isEmpty()) {
            facts.put("other frameworks", peers(options, root.resolve("pom.xml")));
        }
        return facts;
    }

    private static String peers(final Options options, final Path pom) {
        try {
            final String text = Files.readString(pom);
            return options.peers().stream()
                    .map(peer -> peer.framework()
                            + ' '
                            + (peer == Peer.NODE
                                    ? output("node", "--version")
                                    : text.replaceFirst("(?s).*<" + peer.framework() + "\\.version>(.*?)<.*", "$1")))
                    .distinct()
                    .collect(Collectors.joining(", "));
        } catch (final IOException e) {
            return "unknown (" + e.getMessage() + ")";
        }
    }

    /** Tells whether something else kept the machine busy. */
    static String loadAverage() {
        return lines("/proc/loadavg", "").replaceFirst("(\\S+ \\S+ \\S+).*", "$1");
    }

    private static String processor() {
        return lines("/proc/cpuinfo", "model name").replaceFirst(".*:\\s*", "");
    }

    private static String memory() {
        return lines("/proc/meminfo", "MemTotal").replaceFirst(".*:\\s*", "");
    }

    private static String lines(final String file, final String start) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .filter(line -> line.startsWith(start))
                    .findFirst()
                    .orElse("unknown");
        } catch (final IOException e) {
            return "unknown (" + e.getMessage() + ")";
        }
    }

    private static String output(final String... command) {
        try {
            final Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (final IOException e) {
            return "unknown (" + e.getMessage() + ")";
        }
    }

    private static String libraries(final Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            final StringBuilder text = new StringBuilder();
            for (final String library : LIBRARIES) {
                final ZipEntry entry = file.getEntry("META-INF/maven/" + library + "/pom.properties");
                if (entry != null) {
                    text.append(text.isEmpty() ? "" : ", ")
                            .append(library.substring(library.indexOf('/') + 1))
                            .append(' ')
                            .append(version(file.getInputStream(entry)));
                }
            }
            return text.toString();
        } catch (final IOException e) {
            return "unknown (" + e.getMessage() + ")";
        }
    }

    private static String version(final InputStream stream) throws IOException {
        try (stream) {
            final Properties properties = new Properties();
            properties.load(stream);
            return properties.getProperty("version", "unknown");
        }
    }
}
