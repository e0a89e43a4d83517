package org.jzenith.tck;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The JVM that answers the TCK: an application for each WAR, each on a port of its own, and in front of them one port,
 * as the TCK knows one only.
 */
public final class ContainerServer {

    static final String DEPLOY = "deploy";
    static final String UNDEPLOY = "undeploy";

    private static final Logger LOGGER = LoggerFactory.getLogger(ContainerServer.class);

    /** Starts the application of a WAR. */
    interface Deployer {

        Deployment deploy(WebArchive war) throws ReflectiveOperationException;
    }

    /** A running application. */
    interface Deployment {

        int port();

        void stop();
    }

    private final Map<String, Deployment> deployments = new ConcurrentHashMap<>();
    private final Deployer deployer;

    private ContainerServer(final Deployer deployer) {
        this.deployer = deployer;
    }

    /**
     * Serves until the process ends.
     *
     * @param arguments {@code jzenith} or {@code stock}, and the file that is told the two ports
     * @throws IOException if the ports cannot be opened
     */
    public static void main(final String... arguments) throws IOException {
        final ContainerServer server =
                new ContainerServer(arguments[0].equals("stock") ? new StockDeployer() : new JZenithDeployer());
        try (ServerSocket front = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
                ServerSocket control = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Connections.accept(front, server::port);
            final Path ports = Path.of(arguments[1]);
            final Path unfinished = ports.resolveSibling(ports.getFileName() + ".new");
            Files.writeString(unfinished, front.getLocalPort() + " " + control.getLocalPort() + "\n");
            Files.move(unfinished, ports);
            while (true) {
                server.serve(control);
            }
        }
    }

    private void serve(final ServerSocket control) throws IOException {
        try (Socket socket = control.accept()) {
            final DataInputStream in = new DataInputStream(socket.getInputStream());
            final String answer;
            if (in.readUTF().equals(DEPLOY)) {
                answer = deploy(WebArchive.readFrom(in));
            } else {
                undeploy(in.readUTF());
                answer = "";
            }
            final DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeUTF(answer);
            out.flush();
        }
    }

    /** Says what is wrong; nothing if it is deployed. */
    private String deploy(final WebArchive war) {
        try {
            deployments.put(war.contextPath(), deployer.deploy(war));
            LOGGER.info("Deployed {}", war);
            return "";
        } catch (final ReflectiveOperationException | RuntimeException | LinkageError e) {
            LOGGER.warn("{} is not deployed.", war.contextPath(), e);
            return e.toString();
        }
    }

    private void undeploy(final String contextPath) {
        final Deployment deployment = deployments.remove(contextPath);
        if (deployment != null) {
            Connections.onThread(deployment::stop);
        }
    }

    /** The port of the application that a path belongs to. */
    private @Nullable Integer port(final String path) {
        for (final Map.Entry<String, Deployment> each : deployments.entrySet()) {
            final String context = each.getKey();
            if (path.startsWith(context)
                    && (path.length() == context.length() || "/?".indexOf(path.charAt(context.length())) >= 0)) {
                return each.getValue().port();
            }
        }
        return null;
    }
}
