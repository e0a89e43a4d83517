package org.jzenith.postgresql.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.embedded.internal.ExternalProgram;
import org.jzenith.embedded.internal.Workspace;

/**
 * The command prefix for PostgreSQL's programs, which refuse to run as root or as a user without a name. If this JVM runs as an ordinary
 * user, the prefix is empty. If it runs as root or as a user without a name, the prefix starts the programs in a new user namespace, where
 * they run as {@code nobody}. If namespaces are forbidden, root runs the programs as the real user {@code nobody}, who then owns the data
 * directory.
 */
record Privileges(List<String> prefix) {

    private static final int NOBODY = 65534;
    private static final List<String> NAMESPACE = List.of("unshare", "-U");
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Determines the user of this JVM from the owner of a directory that the JVM has created. */
    static Privileges of(final Workspace workspace) {
        return workspace.isRoot() || hasNoName()
                ? dropped(workspace, List.of(NAMESPACE, AS_NOBODY))
                : new Privileges(List.of());
    }

    static Privileges asNobody(final Workspace workspace) {
        return dropped(workspace, List.of(AS_NOBODY));
    }

    /** Containers often run with a user id that has no name. */
    private static boolean hasNoName() {
        return System.getProperty("user.name", "?").equals("?");
    }

    private static Privileges dropped(final Workspace workspace, final List<List<String>> candidates) {
        return candidates.stream()
                .filter(candidate -> works(workspace, candidate))
                .findFirst()
                .map(Privileges::new)
                .orElseThrow(() -> new StartException(StartProblem.of(
                                "The embedded PostgreSQL cannot run as root or as a user without a name, and neither "
                                        + "'unshare -U' nor 'setpriv --reuid' can run it as another user here.")
                        .remedy("Start the application as an ordinary user, install util-linux, "
                                + "or configure postgresql.host to use another server.")));
    }

    private static boolean works(final Workspace workspace, final List<String> candidate) {
        try {
            final Path output = Files.createTempFile(workspace.directory(), "id", ".txt");
            try {
                final List<String> command = new ArrayList<>(candidate);
                command.addAll(List.of("id", "-u"));
                final int exitCode =
                        new ExternalProgram(workspace.product(), candidate.get(0), command, output).exitCode(LIMIT);
                final String uid = Files.readString(output).trim();
                return exitCode == 0 && !uid.equals("0");
            } catch (final StartException e) {
                return false;
            } finally {
                Files.delete(output);
            }
        } catch (final IOException e) {
            throw Workspace.notWritable(workspace.product(), workspace.directory(), e);
        }
    }

    List<String> command(final String... program) {
        final List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(program));
        return command;
    }

    /** Lets the server's user write to the path. In a namespace nothing is needed: that user is the user of this JVM. */
    void grantAccess(final Path path) throws IOException {
        if (prefix.equals(AS_NOBODY)) {
            Files.setAttribute(path, "unix:uid", NOBODY);
            Files.setAttribute(path, "unix:gid", NOBODY);
        }
    }
}
