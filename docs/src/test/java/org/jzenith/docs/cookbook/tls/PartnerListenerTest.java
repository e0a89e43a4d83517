package org.jzenith.docs.cookbook.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestCertificate;

/** A listener with mutual TLS and paths of its own, of docs/listeners.md. */
final class PartnerListenerTest {

    private static final TestCertificate AUTHORITY = TestCertificate.authority("Shop");

    @TempDir
    static Path folder;

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(PartnerListenerTest::application);

    private static JZenith application() {
        AUTHORITY.writeCertificate(folder.resolve("ca.crt"));
        AUTHORITY
                .server("localhost")
                .writeCertificate(folder.resolve("tls.crt"))
                .writeKey(folder.resolve("tls.key"));
        final JZenith application = JZenith.application()
                        // region plugins
                        .withPlugins(
                                RestPlugin.withResources(SeveralListenersTest.HereResource.class),
                                RestPlugin.named("partners").withResources(PartnerResource.class))
                // endregion
                ;
        final Properties settings = new Properties();
        try (var file = PartnerListenerTest.class.getResourceAsStream("/cookbook/tls/partners.properties")) {
            settings.load(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        settings.forEach((key, value) ->
                application.withConfiguration((String) key, value.toString().replace("/etc/shop/tls", folder + "")));
        return application;
    }

    @Test
    void thePathsOfPartnersAreAtTheirListenerOnly() {
        assertThat(APP.http("rest.partners")
                        .withSslContext(AUTHORITY.client("partner-7").sslContext())
                        .get("/partner")
                        .body())
                .isEqualTo("CN=partner-7");
        assertThatThrownBy(() -> APP.http("rest.partners").get("/partner")).hasMessageContaining("got no response");
        assertThat(APP.http().get("/").body()).isEqualTo("here");
        assertThat(APP.http().get("/partner").status()).isEqualTo(404);
    }
}
