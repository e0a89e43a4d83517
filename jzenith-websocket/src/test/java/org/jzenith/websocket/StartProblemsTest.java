package org.jzenith.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.reactivex.Flowable;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.PluginSource;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.body.MaxBodySize;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.rest.limit.RateLimit;
import org.jzenith.test.TestCertificate;
import org.jzenith.test.internal.log.LogLines;

/** Whoever mends a start sees all that is wrong at once, whichever plugin and phase finds it. */
final class StartProblemsTest {

    private static final WebSocketPlugin ECHO = WebSocketPlugin.create().at("/echo", socket -> Flowable.empty());

    @TempDir
    private java.nio.file.Path folder;

    @Path("/limited")
    public static final class LimitedResource {

        @GET
        @Path("slow")
        @RateLimit(permits = 0, per = "soon")
        @Deadline("later")
        @MaxBodySize("huge")
        public String slow() {
            return "slow";
        }

        @GET
        @Path("keyed")
        @RateLimit(permits = 5, per = "1s", by = RateLimit.By.KEY)
        public String keyed() {
            return "keyed";
        }
    }

    private static List<StartProblem> problems(final Map<String, Object> configuration, final PluginSource... plugins) {
        final JZenith recipe = JZenith.application()
                .withPlugins(plugins)
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s");
        configuration.forEach(recipe::withOverridingConfiguration);
        final StartException refused =
                catchThrowableOfType(StartException.class, () -> recipe.run().close());
        assertThat(refused).isNotNull();
        return refused.problems();
    }

    private static String at(final java.nio.file.Path file) {
        return file.toString();
    }

    @Test
    void allMistakesOfAStartAreInOneReport() {
        final TestCertificate authority = TestCertificate.authority("Test");
        authority.server("localhost").writeCertificate(folder.resolve("certificate.pem"));
        authority.server("localhost").writeKey(folder.resolve("other-key.pem"));

        final List<StartProblem> problems = problems(
                Map.ofEntries(
                        Map.entry("rest.tls.certificate", at(folder.resolve("certificate.pem"))),
                        Map.entry("rest.tls.key", at(folder.resolve("missing-key.pem"))),
                        Map.entry("rest.listeners.admin.port", 0),
                        Map.entry("rest.listeners.admin.tls.certificate", at(folder.resolve("certificate.pem"))),
                        Map.entry("rest.listeners.admin.tls.key", at(folder.resolve("other-key.pem"))),
                        Map.entry("rest.cors.origins", "shop.example.org,https://fine.example.org,https://a/b"),
                        Map.entry("rest.trusted-proxies", "proxy.local,10.0.0.0/99"),
                        Map.entry("rest.prot", 8080),
                        Map.entry("websocket.origins", "not an origin"),
                        Map.entry("websocket.max-frame-size", "0")),
                RestPlugin.withResources(LimitedResource.class),
                ECHO,
                StaticFiles.of(StaticFiles.at("/files", at(folder.resolve("no-folder")))));

        assertThat(String.join(
                        "\n", problems.stream().map(StartProblem::toString).toList()))
                .contains(
                        "The key rest.prot (value '8080') is not known.",
                        "websocket.origins is wrong: 'not an origin' is not an origin.",
                        "websocket.max-frame-size is 0 bytes",
                        "missing-key.pem does not exist.",
                        "other-key.pem (rest.listeners.admin.tls.key) does not match the certificate in ",
                        "'shop.example.org', 'https://a/b' are not origins.",
                        "'proxy.local' is not an IP address or a network.",
                        "'10.0.0.0/99' has an invalid prefix length.",
                        "The @RateLimit of the method slow has the value 'soon' for per",
                        "The @RateLimit of the method slow has 0 permits.",
                        "The @Deadline of the method slow is 'later'",
                        "The @MaxBodySize of " + LimitedResource.class.getName() + ".slow cannot be read",
                        "The @RateLimit of the method keyed counts by KEY, but no RateLimitKey is bound.",
                        "no-folder' does not exist.");
        assertThat(problems).hasSize(13).doesNotHaveDuplicates();
        assertThat(problems).extracting(StartProblem::toString).doesNotHaveDuplicates();
    }

    @Test
    void aValueThatCannotBeReadDoesNotHideWhatOtherPluginsFind() {
        assertThat(problems(
                        Map.of("rest.port", "many", "websocket.origins", "nowhere"), RestPlugin.withResources(), ECHO))
                .extracting(StartProblem::what)
                .anyMatch(what -> what.contains("rest.port"))
                .anyMatch(what -> what.contains("websocket.origins"))
                .hasSize(2);
    }

    @Test
    void aKeyThatDoesNotFitIsNamedWithItsSource() throws Exception {
        final TestCertificate authority = TestCertificate.authority("Test");
        final TestCertificate one = authority.server("one.example");
        final TestCertificate two = authority.server("two.example");
        one.writeCertificate(folder.resolve("one.pem"));
        two.writeKey(folder.resolve("two-key.pem"));
        writeKeystore(folder.resolve("mixed.p12"), one, two);

        final List<StartProblem> pem = problems(
                Map.of(
                        "rest.tls.certificate",
                        folder.resolve("one.pem"),
                        "rest.tls.key",
                        folder.resolve("two-key.pem")),
                RestPlugin.withResources());
        assertThat(pem).hasSize(1);
        assertThat(pem.get(0).what())
                .contains("The private key in " + folder.resolve("two-key.pem") + " (rest.tls.key) does not match the"
                        + " certificate in " + folder.resolve("one.pem") + " (rest.tls.certificate), which is for CN=");
        assertThat(pem.get(0).origin()).isEqualTo("an override of the test");
        assertThat(pem.get(0).remedy()).contains("Set rest.tls.key to the private key of this certificate");

        final List<StartProblem> keystore = problems(
                Map.of(
                        "rest.listeners.admin.port",
                        0,
                        "rest.listeners.admin.tls.keystore",
                        folder.resolve("mixed.p12"),
                        "rest.listeners.admin.tls.keystore-password",
                        "secret"),
                RestPlugin.withResources());
        assertThat(keystore).hasSize(1);
        assertThat(keystore.get(0).what())
                .contains("The private key 'mixed' in the keystore " + folder.resolve("mixed.p12")
                        + " (rest.listeners.admin.tls.keystore) does not match its certificate, which is for CN=");
        assertThat(keystore.get(0).remedy()).contains("openssl pkcs12 -export");
    }

    @Test
    void theSourceOfAKeyIsThatOfTheKeyWhereTheCertificateComesFromElsewhere() {
        final TestCertificate authority = TestCertificate.authority("Test");
        authority.server("one.example").writeCertificate(folder.resolve("one.pem"));
        authority.server("two.example").writeKey(folder.resolve("two-key.pem"));
        final JZenith recipe = JZenith.application("--rest.tls.key=" + folder.resolve("two-key.pem"))
                .withPlugins(RestPlugin.withResources())
                .withConfiguration("rest.tls.certificate", at(folder.resolve("one.pem")));
        final StartException refused =
                catchThrowableOfType(StartException.class, () -> recipe.run().close());
        assertThat(refused.problems()).hasSize(1);
        assertThat(refused.problems().get(0).origin())
                .isEqualTo("--rest.tls.key (command line) and withConfiguration in code");
    }

    @Test
    void aPluginWithoutPathsIsAWarningWithTheLineThatBeganIt() {
        try (LogLines log = LogLines.of(WebSocketPlugin.class)) {
            SocketServer.of(WebSocketPlugin.create()).close();
            assertThat(log.events())
                    .singleElement()
                    .satisfies(line -> assertThat(line.getLevel()).isEqualTo(Level.WARN))
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .asString()
                    .matches(
                            "The plugin 'websocket' has no path, so it does nothing\\. It comes from [^ ]+\\(StartProblemsTest\\.java:\\d+\\)"
                                    + "\\. Add a path with at\\(\\.\\.\\), or remove the plugin\\.");
        }
    }

    private static void writeKeystore(
            final java.nio.file.Path file, final TestCertificate certificate, final TestCertificate key)
            throws Exception {
        final char[] password = "secret".toCharArray();
        final KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, password);
        store.setKeyEntry("mixed", key.key(), password, new Certificate[] {certificate.certificate()});
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, password);
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }
}
