package org.jzenith.postgresql.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** The name of this machine in the names of the archives of programs. */
final class Platform {

    private Platform() {}

    static boolean isWindows() {
        return name().startsWith("windows");
    }

    /** The resources on the class path that can hold the programs for this machine, the best first. */
    static List<String> archives() {
        final String processor = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        final String architecture = switch (processor) {
            case "amd64", "x86_64", "x64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> processor;
        };
        if (isWindows()) {
            return List.of("postgres-windows-" + architecture + ".txz", "postgres-windows-x86_64.txz");
        }
        if (name().startsWith("mac") || name().startsWith("darwin")) {
            return List.of("postgres-darwin-" + architecture + ".txz");
        }
        if (name().startsWith("linux")) {
            return Files.exists(Path.of("/etc/alpine-release"))
                    ? List.of("postgres-linux-" + architecture + "-alpine_linux.txz")
                    : List.of("postgres-linux-" + architecture + ".txz");
        }
        throw new StartException(
                StartProblem.of("There is no embedded PostgreSQL for " + name() + " on " + processor + ".")
                        .remedy("Configure postgresql.host to use another server."));
    }

    private static String name() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    }
}
