package org.jzenith.http.internal.server;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** The host and port, or the Unix socket, that the servers of a listener bind. Explains why they cannot. Thread-safe. */
final class ListeningSocket {

    /**
     * A negative port, which means to Vert.x any free port that the servers of one Vert.x share; each listener has its
     * own number.
     */
    private final int anyPortShared = -1 - System.identityHashCode(this);

    private final HttpListener.Address address;
    private final HttpServerOptions options;
    private final @Nullable UnixSocketFile file;
    private final Configuration configuration;
    private volatile int actualPort;

    /** @param configuration names the source of the address in problems */
    ListeningSocket(final HttpListener.Address address, final Configuration configuration) {
        this.address = address;
        this.options = address.options();
        this.file = address.unixSocket() == null
                ? null
                : new UnixSocketFile(address.unixSocket(), address.unixSocketMode());
        this.configuration = configuration;
    }

    /**
     * Removes the file of a Unix socket that a process has left behind. Blocks.
     *
     * @param nativeTransport true if Netty can listen on a Unix socket
     */
    void prepare(final boolean nativeTransport) {
        if (file != null) {
            if (!nativeTransport) {
                throw new StartException(StartProblem.of("The Unix socket " + file.path()
                                + " needs Netty's native transport, which is not available.")
                        .from(fileOrigin())
                        .remedy(
                                "On Linux, add io.netty:netty-transport-native-epoll with the classifier of the platform, such as "
                                        + "linux-x86_64, to the class path. Otherwise, remove " + fileKey() + "."));
            }
            onFile(file::removeStale);
        }
    }

    /**
     * Binds it for one more server.
     *
     * @return the port, or the path of the Unix socket
     */
    Future<String> listen(final HttpServer server) {
        if (file != null) {
            final String path = file.path().toString();
            return server.listen(SocketAddress.domainSocketAddress(path)).map(path);
        }
        return server.listen(options.getPort() == 0 ? anyPortShared : options.getPort(), options.getHost())
                .map(bound -> {
                    actualPort = bound.actualPort();
                    return String.valueOf(actualPort);
                });
    }

    /** Sets the permissions of a Unix socket's file. Blocks. */
    void protect() {
        if (file != null) {
            onFile(file::protect);
        }
    }

    /** Returns the URI at which clients on this machine connect, with the actual port. */
    URI uri() {
        if (file != null) {
            return URI.create("unix:" + file.path().toAbsolutePath().toUri().getRawPath());
        }
        return URI.create(
                (address.tls() == null ? "http://" : "https://") + new Authority(null, reachableHost(), actualPort));
    }

    private String reachableHost() {
        final String host = options.getHost();
        return host.equals("0.0.0.0") || host.equals("::") ? "localhost" : host;
    }

    /** Explains why a server cannot listen. */
    StartProblem problem(final Throwable error) {
        if (file != null) {
            return fileProblem(error);
        }
        final String portKey = address.keyPrefix() + ".port";
        final String hostKey = address.keyPrefix() + ".host";
        if (isInUse(error)) {
            return StartProblem.of("Port " + options.getPort() + " is already in use on " + reachableHost() + ".")
                    .from(configuration.origin(portKey).orElse("the default of " + portKey))
                    .remedy("Stop the other process or set " + portKey + ".")
                    .causedBy(error);
        }
        return StartProblem.of("The server cannot listen on " + options.getHost() + ":" + options.getPort() + ": "
                        + error.getMessage() + ".")
                .from(configuration.origin(hostKey).orElse("the default of " + hostKey))
                .remedy("Set " + hostKey + " to an address of this machine.")
                .causedBy(error);
    }

    /** The native transport has its own exception for it. */
    private static boolean isInUse(final Throwable error) {
        return error instanceof BindException
                || (error instanceof IOException
                        && String.valueOf(error.getMessage()).contains("already in use"));
    }

    private interface FileWork {
        void run() throws IOException;
    }

    private void onFile(final FileWork work) {
        try {
            work.run();
        } catch (final IOException | UnsupportedOperationException e) {
            throw new StartException(fileProblem(e));
        }
    }

    private StartProblem fileProblem(final Throwable error) {
        return StartProblem.of("The server cannot listen on the Unix socket " + address.unixSocket() + ". "
                        + error.getMessage())
                .from(fileOrigin())
                .remedy("Set " + fileKey() + " to a path in a folder that this process may write to.")
                .causedBy(error);
    }

    private String fileKey() {
        return address.keyPrefix() + ".unix-socket";
    }

    private @Nullable String fileOrigin() {
        return configuration.origin(fileKey()).orElse(null);
    }
}
