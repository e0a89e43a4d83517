package org.jzenith.docs.cookbook.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestCertificate;

/** The code of docs/cookbook/tls.md. */
final class PartnerTest {

    private static final String FILE = "/cookbook/tls/application-production.properties";

    @TempDir
    static Path folder;

    static final TestCertificate AUTHORITY = TestCertificate.authority("Shop");

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> {
        AUTHORITY.writeCertificate(folder.resolve("ca.crt"));
        AUTHORITY
                .server("localhost")
                .writeCertificate(folder.resolve("tls.crt"))
                .writeKey(folder.resolve("tls.key"));
        return application();
    });

    private static JZenith application() {
        AUTHORITY
                .server("partners.example.com")
                .writeCertificate(folder.resolve("partners.crt"))
                .writeKey(folder.resolve("partners.key"));
        final JZenith application = JZenith.application()
                .withPlugins(RestPlugin.withResources(PartnerResource.class).withProviders(PartnerFilter.class));
        settings()
                .forEach((key, value) -> application.withConfiguration(
                        (String) key, value.toString().replace("/etc/shop/tls", folder + "")));
        return application;
    }

    private static Properties settings() {
        final Properties settings = new Properties();
        try (var file = PartnerTest.class.getResourceAsStream(FILE)) {
            settings.load(file);
            return settings;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aPartnerIsKnownByItsCertificate() {
        final TestCertificate partner = AUTHORITY.client("partner-7");
        assertThat(APP.http()
                        .withSslContext(partner.sslContext())
                        .get("/partner")
                        .body())
                .isEqualTo("CN=partner-7");
    }

    @Test
    void nobodyElseGetsAConnection() {
        assertThatThrownBy(() -> APP.http().get("/partner")).hasMessageContaining("got no response");
    }

    @Test
    void aCertificateThatEndsTodayIsRefused() {
        final TestCertificate late = AUTHORITY.validFor(Duration.ofHours(2)).client("late");
        assertThat(APP.http().withSslContext(late.sslContext()).get("/partner").status())
                .isEqualTo(403);
    }

    @Test
    void theFileIsTheOneOfThePage() {
        assertThat(Files.exists(folder.resolve("partners.key"))).isTrue();
        assertThat(settings()).hasSize(7);
    }
}
