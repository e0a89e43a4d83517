package org.jzenith.tck;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import org.jboss.arquillian.container.spi.client.container.ContainerConfiguration;
import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.container.spi.client.container.DeploymentException;
import org.jboss.arquillian.container.spi.client.protocol.ProtocolDescription;
import org.jboss.arquillian.container.spi.client.protocol.metadata.HTTPContext;
import org.jboss.arquillian.container.spi.client.protocol.metadata.ProtocolMetaData;
import org.jboss.arquillian.container.spi.client.protocol.metadata.Servlet;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.descriptor.api.Descriptor;

/** Asks the server, over a socket, to make an application of a WAR. */
public final class Container implements DeployableContainer<Container.Configuration> {

    /** A configuration without settings in {@code arquillian.xml}. */
    public static final class Configuration implements ContainerConfiguration {

        @Override
        public void validate() {}
    }

    private static final int PORT = Integer.getInteger("webServerPort", 0);
    private static final int CONTROL = Integer.getInteger("tck.control", 0);

    @Override
    public Class<Configuration> getConfigurationClass() {
        return Configuration.class;
    }

    @Override
    public void setup(final Configuration configuration) {}

    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public ProtocolDescription getDefaultProtocol() {
        return new ProtocolDescription("Local");
    }

    @Override
    public ProtocolMetaData deploy(final Archive<?> archive) throws DeploymentException {
        final String contextPath = contextPath(archive);
        final String answer;
        try {
            final WebArchive war = WebArchiveReader.read(contextPath, archive.getContent());
            answer = ask(ContainerServer.DEPLOY, war::writeTo);
        } catch (final IOException e) {
            throw new DeploymentException(contextPath + " cannot be deployed.", e);
        }
        if (!answer.isEmpty()) {
            throw new DeploymentException("The server refuses " + contextPath + ": " + answer);
        }
        final HTTPContext context = new HTTPContext("localhost", PORT);
        context.add(new Servlet("default", contextPath));
        return new ProtocolMetaData().addContext(context);
    }

    @Override
    public void undeploy(final Archive<?> archive) throws DeploymentException {
        try {
            ask(ContainerServer.UNDEPLOY, out -> out.writeUTF(contextPath(archive)));
        } catch (final IOException e) {
            throw new DeploymentException(archive.getName() + " cannot be undeployed.", e);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // deprecated by Arquillian, and still without a default
    public void deploy(final Descriptor descriptor) {
        throw new UnsupportedOperationException("The TCK deploys WARs only.");
    }

    @Override
    @SuppressWarnings("deprecation") // deprecated by Arquillian, and still without a default
    public void undeploy(final Descriptor descriptor) {
        throw new UnsupportedOperationException("The TCK deploys WARs only.");
    }

    private static String contextPath(final Archive<?> archive) {
        return "/" + archive.getName().replaceAll("\\.war$", "");
    }

    private interface Message {

        void writeTo(DataOutputStream out) throws IOException;
    }

    private static String ask(final String command, final Message message) throws IOException {
        try (Socket socket = new Socket("localhost", CONTROL)) {
            final DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeUTF(command);
            message.writeTo(out);
            out.flush();
            return new DataInputStream(socket.getInputStream()).readUTF();
        }
    }
}
