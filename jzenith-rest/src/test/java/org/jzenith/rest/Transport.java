package org.jzenith.rest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.jzenith.test.TestCertificate;

/** The transport of a test class's requests. */
enum Transport {
    CLEAR,
    TLS;

    private static volatile Transport current = CLEAR;

    /** Every server of the test has it from now on. */
    void use() {
        current = this;
    }

    static Transport current() {
        return current;
    }

    /** Returns the one that the system property {@code test.transport} names, all without it. */
    static List<Transport> ofThisRun() {
        final String name = System.getProperty("test.transport");
        return name == null ? List.of(values()) : List.of(valueOf(name));
    }

    static SSLContext clientContext() {
        return Certificates.AUTHORITY.sslContext();
    }

    /** The settings of a server. */
    Map<String, Object> settings() {
        return this == CLEAR
                ? Map.of()
                : Map.of("rest.tls.certificate", Certificates.CERTIFICATE, "rest.tls.key", Certificates.KEY);
    }

    /** A connection to a server, with one of the protocols if it is over TLS. */
    static Socket connect(final RunningServer server, final String... protocols) throws IOException {
        return over(server, new Socket("localhost", server.application().port()), protocols);
    }

    /** Returns the socket for an open connection, with TLS if the server has it. */
    static Socket over(final RunningServer server, final Socket open, final String... protocols) throws IOException {
        if (server.application().uri().getScheme().equals("http")) {
            return open;
        }
        return tls(open, protocols);
    }

    /** A connection over TLS to a port, with one of the protocols. */
    static Socket connectTls(final int port, final String... protocols) throws IOException {
        return tls(new Socket("localhost", port), protocols);
    }

    private static Socket tls(final Socket open, final String... protocols) throws IOException {
        final SSLSocket socket =
                (SSLSocket) clientContext().getSocketFactory().createSocket(open, "localhost", open.getPort(), true);
        final SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    /** Afterwards connections are in the clear again. */
    static final class Reset implements AfterAllCallback {

        @Override
        public void afterAll(final ExtensionContext context) {
            current = CLEAR;
        }
    }

    /** Made when the first test needs them. */
    private static final class Certificates {

        private static final TestCertificate AUTHORITY = TestCertificate.authority("Tests");
        private static final Path CERTIFICATE = file("localhost.crt");
        private static final Path KEY = file("localhost.key");

        static {
            AUTHORITY.server("localhost").writeCertificate(CERTIFICATE).writeKey(KEY);
        }

        private static Path file(final String name) {
            try {
                final Path file = Files.createTempDirectory("transport").resolve(name);
                file.getParent().toFile().deleteOnExit(); // after the file
                file.toFile().deleteOnExit();
                return file;
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
