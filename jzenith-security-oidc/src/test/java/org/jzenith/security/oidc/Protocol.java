package org.jzenith.security.oidc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jzenith.core.JZenith;
import org.jzenith.test.TestCertificate;
import org.jzenith.test.identity.TestBrowser;

/** The protocols over which each attack is tried. HTTP/2 has TLS. */
enum Protocol {
    HTTP_1_1,
    HTTP_2;

    JZenith configured(final JZenith application) {
        if (this == HTTP_1_1) {
            return application;
        }
        try {
            final Path folder = Files.createTempDirectory("tls");
            TestCertificate.authority("Test")
                    .server("localhost")
                    .writeCertificate(folder.resolve("server.crt"))
                    .writeKey(folder.resolve("server.key"));
            return application
                    .withConfiguration(
                            "rest.tls.certificate", folder.resolve("server.crt").toString())
                    .withConfiguration(
                            "rest.tls.key", folder.resolve("server.key").toString());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    TestBrowser browser(final URI home) {
        return this == HTTP_1_1 ? TestBrowser.at(home) : TestBrowser.at(home).withHttp2();
    }
}
