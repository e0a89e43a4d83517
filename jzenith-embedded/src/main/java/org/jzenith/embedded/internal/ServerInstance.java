package org.jzenith.embedded.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** A server with its data directory and port. Safe for use by many threads after startup. */
public final class ServerInstance implements AutoCloseable {

    private static final int ATTEMPTS = 5;

    private final DataDirectory directory;
    private final Launcher launcher;
    private final AtomicBoolean closed = new AtomicBoolean();
    private @Nullable ParentWatcher watcher;
    private int port;

    private ServerInstance(final DataDirectory directory, final Launcher launcher) {
        this.directory = directory;
        this.launcher = launcher;
    }

    /** Starts the server, after initialising its data directory if it is new. */
    public static ServerInstance start(
            final DataDirectory directory, final Launcher launcher, final TimeLimit deadline) {
        final ServerInstance instance = new ServerInstance(directory, launcher);
        try {
            instance.initialise(deadline);
            instance.start(deadline);
            return instance;
        } catch (final RuntimeException e) {
            instance.close();
            throw e;
        }
    }

    private void initialise(final TimeLimit deadline) {
        if (launcher.isInitialised()) {
            return;
        }
        try {
            Workspace.delete(directory.data());
            writePassword(randomPassword());
            launcher.initialise(deadline);
        } catch (final IOException e) {
            throw directory.notWritable(e);
        } catch (final StartException e) {
            directory.workspace().deleteQuietly(directory.data());
            throw e;
        }
    }

    private void start(final TimeLimit deadline) {
        stopPredecessor();
        watcher = ParentWatcher.start(
                        directory.product(), directory.root(), directory.temporary(), launcher.stopCommand())
                .orElse(null);
        for (int attempt = 1; ; attempt++) {
            port = freePort();
            try {
                directory.workspace().deleteQuietly(directory.log());
                launcher.start(port, deadline);
                return;
            } catch (final StartException e) {
                if (attempt == ATTEMPTS || deadline.hasPassed() || !isPortInUse()) {
                    throw e;
                }
                directory.product().logger().debug("Another process has taken port {}; trying another one.", port);
            }
        }
    }

    /** Stops a server whose JVM has ended, and removes its PID file, which would keep the new server from starting. */
    private void stopPredecessor() {
        final Product product = directory.product();
        final Optional<ServerProcess> predecessor = ServerProcess.of(product, directory.root());
        if (predecessor.isPresent()) {
            product.logger()
                    .info(
                            "Stopping the {} (process {}) that was left running in {}.",
                            product.title(),
                            predecessor.get().pid(),
                            directory.root());
            launcher.stop(predecessor.get());
        }
        directory.workspace().deleteQuietly(product.pidFile(directory.root()));
    }

    /** Returns a port that is free now; another process can take it before the server does. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            return socket.getLocalPort();
        } catch (final IOException e) {
            throw new StartException(StartProblem.of("There is no free port on 127.0.0.1: " + e.getMessage() + ".")
                    .remedy("End processes that use many ports.")
                    .causedBy(e));
        }
    }

    private boolean isPortInUse() {
        return ExternalProgram.tail(directory.log()).contains(launcher.portInUse());
    }

    private static String randomPassword() {
        final byte[] bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    public int port() {
        return port;
    }

    /** Returns the superuser's password. */
    public String password() {
        try {
            return Files.readString(directory.password()).trim();
        } catch (final IOException e) {
            throw directory.notWritable(e);
        }
    }

    /** Keeps the superuser's password for the next start. */
    public void writePassword(final String password) {
        try {
            Files.writeString(directory.password(), password);
        } catch (final IOException e) {
            throw directory.notWritable(e);
        }
    }

    /** Stops the server and deletes temporary data. A second call does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            ServerProcess.of(directory.product(), directory.root()).ifPresent(launcher::stop);
            if (watcher != null) {
                watcher.close();
            }
            directory.close();
        }
    }
}
