package org.jzenith.benchmark.footprint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jzenith.benchmark.process.BenchmarkException;

/**
 * The Java installation that runs the programs.
 *
 * @param options for all programs
 */
record Jvm(Path home, List<String> options) {

    /** The first version with one command for an ahead-of-time cache. */
    private static final int AHEAD_OF_TIME = 25;

    List<String> command(final List<String> archive, final List<String> program) {
        final List<String> command = new ArrayList<>();
        command.add(program("java"));
        command.addAll(options);
        command.addAll(archive);
        command.addAll(program);
        return command;
    }

    /** Returns this installation with further options. */
    Jvm with(final List<String> more) {
        final List<String> all = new ArrayList<>(options);
        all.addAll(more);
        return new Jvm(home, List.copyOf(all));
    }

    String program(final String name) {
        return home.resolve("bin").resolve(name).toString();
    }

    List<String> writing(final Path archive) {
        return List.of((isAheadOfTime() ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + archive);
    }

    List<String> reading(final Path archive) {
        return List.of((isAheadOfTime() ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + archive);
    }

    String archiveName() {
        return isAheadOfTime() ? "AOT cache" : "AppCDS";
    }

    String version() {
        final Path release = home.resolve("release");
        try (var reader = Files.newBufferedReader(release)) {
            final Properties properties = new Properties();
            properties.load(reader);
            return properties.getProperty("JAVA_VERSION", "").replace("\"", "");
        } catch (final IOException e) {
            throw new BenchmarkException("The file '" + release + "', which tells the version, cannot be read.", e);
        }
    }

    boolean isAheadOfTime() {
        return Runtime.Version.parse(version()).feature() >= AHEAD_OF_TIME;
    }
}
