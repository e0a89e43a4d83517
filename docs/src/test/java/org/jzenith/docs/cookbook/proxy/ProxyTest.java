package org.jzenith.docs.cookbook.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/reverse-proxy.md. */
final class ProxyTest {

    private static JZenithExtension application(final String file) {
        JZenithExtension application = JZenithExtension.of(
                () -> JZenith.application().withPlugins(RestPlugin.withResources(LinkResource.class)));
        for (final Map.Entry<Object, Object> setting : settings(file).entrySet()) {
            application = application.withOverridingConfiguration((String) setting.getKey(), setting.getValue());
        }
        return application.withOverridingConfiguration("rest.trusted-proxies", "127.0.0.1,::1");
    }

    private static Properties settings(final String file) {
        final Properties settings = new Properties();
        try (var resource = ProxyTest.class.getResourceAsStream("/cookbook/proxy/" + file)) {
            settings.load(resource);
            return settings;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Nested
    final class Http {

        @RegisterExtension
        static final JZenithExtension APP = application("forwarded.properties");

        @Test
        void linksAreThoseOfTheProxy() {
            final LinkResource.Links links = APP.http()
                    .withHeader("X-Forwarded-For", "203.0.113.7")
                    .withHeader("X-Forwarded-Proto", "https")
                    .withHeader("X-Forwarded-Host", "shop.example.org")
                    .get("/links")
                    .as(LinkResource.Links.class);
            assertThat(links).isEqualTo(new LinkResource.Links("https://shop.example.org/links", "203.0.113.7"));
        }

        @Test
        void theStandardHeaderCountsToo() {
            assertThat(APP.http()
                            .withHeader("Forwarded", "for=203.0.113.7;proto=https;host=shop.example.org")
                            .get("/links")
                            .as(LinkResource.Links.class))
                    .isEqualTo(new LinkResource.Links("https://shop.example.org/links", "203.0.113.7"));
        }

        @Test
        void whatBothSayCountsForNothing() {
            assertThat(APP.http()
                            .withHeader("Forwarded", "for=203.0.113.7;proto=https;host=evil.example")
                            .withHeader("X-Forwarded-For", "203.0.113.8")
                            .get("/links")
                            .as(LinkResource.Links.class)
                            .self())
                    .isEqualTo(APP.http().uri() + "/links");
        }
    }

    /** A client that is not a trusted proxy. */
    @Nested
    final class Untrusted {

        @RegisterExtension
        static final JZenithExtension APP =
                application("forwarded.properties").withOverridingConfiguration("rest.trusted-proxies", "10.1.0.0/16");

        @Test
        void theHeadersOfOthersDoNotCount() {
            assertThat(APP.http()
                            .withHeader("X-Forwarded-Host", "evil.example")
                            .get("/links")
                            .json()
                            .get("self")
                            .asText())
                    .isEqualTo(APP.http().uri() + "/links");
        }
    }

    /** A balancer of TCP connections. */
    @Nested
    final class Tcp {

        @RegisterExtension
        static final JZenithExtension APP = application("proxy-protocol.properties");

        @Test
        void theHeaderOfTheConnectionNamesTheClient() throws IOException {
            try (Socket socket = new Socket("localhost", APP.application().port())) {
                socket.setSoTimeout(20_000);
                socket.getOutputStream()
                        .write(("PROXY TCP4 203.0.113.7 192.0.2.1 40000 443\r\n"
                                        + "GET /links HTTP/1.1\r\nHost: shop.example.org\r\nConnection: close\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 200")
                        .endsWith("{\"self\":\"http://shop.example.org/links\",\"client\":\"203.0.113.7\"}");
            }
        }
    }
}
