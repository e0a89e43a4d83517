package org.jzenith.core.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SecretsTest {

    private static final String SECRET = "hunter2";

    @TempDir
    private Path root;

    private Reading reading() {
        return new Reading(root);
    }

    @Test
    void explanationMasksSecretsInWinnersAndLosers() {
        final Configuration configuration = reading()
                .arguments("--shop.password=" + SECRET)
                .environment("SHOP_PASSWORD", SECRET + "x")
                .code("shop.motto", "say ${shop.password}")
                .read(ShopConfiguration.class);
        assertThat(configuration.explain())
                .doesNotContain(SECRET)
                .doesNotContain("changeit")
                .contains("shop.password = ****\n    from --shop.password (command line)\n"
                        + "    over **** from SHOP_PASSWORD (environment)\n    over **** from default\n")
                .contains("shop.motto = ****");
        assertThat(configuration.toString()).contains("shop.password").doesNotContain(SECRET);
        assertThat(configuration.help()).doesNotContain("changeit");
        assertThat(configuration.get(ShopConfiguration.class).motto()).hasValue("say " + SECRET);
    }

    @Test
    void problemsMaskSecrets() {
        assertThat(reading()
                        .arguments("--needy.pin=" + SECRET + "x", "--needy.name=x")
                        .problem(NeedyConfiguration.class))
                .startsWith("needy.pin is '****', which is not a size");
        assertThat(reading().arguments("--shop.password=abc").problem(ShopConfiguration.class))
                .startsWith("shop.password is '****', but its size must be between 4");
    }

    @Test
    void misspelledSecretsAreMasked() {
        assertThat(reading().code("shop.pasword", SECRET).problem(ShopConfiguration.class))
                .doesNotContain(SECRET);
        assertThat(reading().environment("SHOP_PASSWORT", SECRET).problem(ShopConfiguration.class))
                .doesNotContain(SECRET);
        assertThat(reading().arguments("--shop.paswort=" + SECRET).problem(ShopConfiguration.class))
                .doesNotContain(SECRET);
        assertThat(reading().arguments("--shop.door-pin=" + SECRET).problem(ShopConfiguration.class))
                .doesNotContain(SECRET);
        assertThat(reading().arguments("--shop.shipping=" + SECRET).problem(ShopConfiguration.class))
                .contains(SECRET);
        assertThat(reading().arguments("--shop.password", SECRET).problem(ShopConfiguration.class))
                .doesNotContain(SECRET);
        assertThat(reading().arguments("-shop.password=" + SECRET).problem(ShopConfiguration.class))
                .doesNotContain(SECRET);
    }

    @ParameterizedTest
    @CsvSource({
        "postgresql://user:secret@host/db, postgresql://user:****@host/db",
        "postgresql://user:se/c?r#et@host/db, postgresql://user:****@host/db",
        "http://host:8080/path, http://host:8080/path",
        "jdbc:postgresql://host/db?user=a&password=secret&ssl=true, jdbc:postgresql://host/db?user=a&password=****&ssl=true",
        "'a://u:p@h,b://v:q@i', 'a://u:****@i'",
        "plain text, plain text"
    })
    void passwordsInUrlsAreMasked(final String value, final String shown) {
        assertThat(Masker.maskCredentials(value)).isEqualTo(shown);
    }

    @Test
    void passwordsInUrlsAreMaskedInReports() {
        final String url = "http://me:" + SECRET + "@host";
        assertThat(reading()
                        .code("shop.host", url)
                        .read(ShopConfiguration.class)
                        .explain())
                .contains("shop.host = http://me:****@host")
                .doesNotContain(SECRET);
        assertThat(reading().code("shop.port", url).problem(ShopConfiguration.class))
                .doesNotContain(SECRET);
    }

    @Test
    void anOptionalSecretThatNobodySetIsNoProblem() {
        final ShopConfiguration unset = reading().read(ShopConfiguration.class).get(ShopConfiguration.class);
        assertThat(unset.safe().map(io.smallrye.config.Secret::get)).isEmpty();
        final ShopConfiguration set = reading()
                .arguments("--shop.safe=" + SECRET)
                .read(ShopConfiguration.class)
                .get(ShopConfiguration.class);
        assertThat(set.safe().map(io.smallrye.config.Secret::get)).contains(SECRET);
    }
}
