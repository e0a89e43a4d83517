package org.jzenith.docs.cookbook.tls;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The settings of docs/listeners.md. */
final class SeveralListenersTest {

    @TempDir
    static java.nio.file.Path folder;

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(SeveralListenersTest::application);

    /** Is there. */
    @Path("/")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class HereResource {

        @GET
        public String here() {
            return "here";
        }
    }

    private static JZenith application() {
        final JZenith application = JZenith.application()
                .withPlugins(RestPlugin.withResources(HereResource.class), RestPlugin.named("admin"));
        final Properties settings = new Properties();
        try (InputStream file = SeveralListenersTest.class.getResourceAsStream("/cookbook/tls/listeners.properties")) {
            settings.load(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        settings.forEach((key, value) ->
                application.withConfiguration((String) key, value.toString().replace("/run/shop", folder + "")));
        return application;
    }

    @Test
    void eachListenerOfAPluginServesTheSame() {
        assertThat(APP.http().get("/").body()).isEqualTo("here");
        assertThat(APP.http("rest.listeners.inside").get("/").body()).isEqualTo("here");
        assertThat(APP.application().endpoints().get("rest.listeners.proxy").getScheme())
                .isEqualTo("unix");
    }

    @Test
    void theHealthIsAtTheListenerForOperators() {
        assertThat(APP.http("rest.admin").get("/health").status()).isEqualTo(200);
        assertThat(APP.http().get("/health").status()).isEqualTo(404);
        assertThat(APP.http("rest.listeners.inside").get("/health").status()).isEqualTo(404);
    }
}
