package org.jzenith.sql.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.acme.database.AcmeConfiguration;
import org.acme.database.AcmeProduct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.TlsMode;

class AddressSettingsTest {

    private static DatabaseAddress address(final Map<String, Object> values) {
        final Configuration configuration = Configuration.builder(List.of())
                .withCode(values)
                .withTypes(Set.of(AcmeConfiguration.class))
                .read();
        return AddressSettings.read(new AcmeProduct(), configuration);
    }

    private static DatabaseAddress url(final String url) {
        return address(Map.of("acme.url", url));
    }

    @Test
    void partsAloneAreEnough() {
        final DatabaseAddress address = address(Map.of(
                "acme.host", "db",
                "acme.port", 1,
                "acme.database", "shop",
                "acme.username", "me",
                "acme.password", "secret"));
        assertThat(address).hasToString("db:1/shop");
        assertThat(address.username()).isEqualTo("me");
        assertThat(address.password()).isEqualTo("secret");
    }

    @Test
    void aUrlMaySayEverything() {
        final DatabaseAddress address =
                url("acme://me%40home:p%3Aa%2F%40s+s@db.example:6543/my%20shop?sslmode=require&application_name=x");
        assertThat(address).hasToString("db.example:6543/my shop");
        assertThat(address.username()).isEqualTo("me@home");
        assertThat(address.password()).isEqualTo("p:a/@s+s");
        assertThat(address.tls()).isEqualTo(TlsMode.REQUIRE);
        assertThat(address.applicationName()).isEqualTo("x");
    }

    @Test
    void aUrlMaySayLittle() {
        final DatabaseAddress address = url("acmedb://db");
        assertThat(address).hasToString("db:7000/acme");
        assertThat(address.username()).isEqualTo("acme");
        assertThat(address.password()).isNull();
        assertThat(address.tls()).isEqualTo(TlsMode.PREFER);
    }

    @Test
    void aUrlMayNameAnAddressOfVersionSix() {
        assertThat(url("acme://[::1]:5433/x").host()).isEqualTo("::1");
    }

    /** Docker Compose names hosts with underscores. */
    @Test
    void aUrlMayNameEveryHost() {
        assertThat(url("acme://me:secret@my_db:5433/x").host()).isEqualTo("my_db");
        assertThat(url("acme://me:secret@my_db:5433/x").password()).isEqualTo("secret");
        assertThat(url("acme://b\u00fccher.example/x").host()).isEqualTo("xn--bcher-kva.example");
    }

    @Test
    void aSettingMayRepeatWhatTheUrlSays() {
        assertThat(address(Map.of("acme.url", "acme://db:7/x", "acme.port", 7)).port())
                .isEqualTo(7);
    }

    @Test
    void everyContradictionIsToldAndNoPassword() {
        final Map<String, Object> values = new HashMap<>();
        values.put("acme.url", "acme://me:in-url@db:7/x?sslmode=disable");
        values.put("acme.host", "other");
        values.put("acme.port", 8);
        values.put("acme.database", "y");
        values.put("acme.username", "you");
        values.put("acme.password", "in-setting");
        values.put("acme.tls.mode", "require");
        final StartException error = catchThrowableOfType(StartException.class, () -> address(values));
        assertThat(error.problems()).hasSize(6);
        assertThat(error.toString())
                .contains("db and other")
                .contains("acme.password")
                .doesNotContain("in-url")
                .doesNotContain("in-setting");
    }

    @ParameterizedTest
    @CsvSource({
        "mysql://me:hidden@db/x, does not begin with acme://",
        "acme://me:hidden@/x, names no host",
        "'acme://me:hidden@one,two/x', names no host",
        "acme://me:hidden@db:99999/x, port outside",
        "acme://me:hid@hidden@db/x, user or a password with",
        "acme://me:a/hidden@db/x, user or a password with",
        "acme://me:a?hidden@db/x, user or a password with",
        "acme://me:a#hidden@db/x, user or a password with",
        "acme://me:12/hidden@db/x, user or a password with",
        "acme://me:12#hidden@db/x, user or a password with",
        "acme://me:hidden@db/x?sslmode=maybe, not one of disable",
        "acme://me:hidden@db/x?colour=red, parameter 'colour'",
        "'acme://me:hidden@db/x y', is not a URL",
        "hidden, does not begin with"
    })
    void aUrlThatCannotBeUnderstoodIsAProblemThatDoesNotQuoteIt(final String url, final String reason) {
        final StartException error = catchThrowableOfType(StartException.class, () -> url(url));
        assertThat(error.toString())
                .contains("acme.url")
                .contains(reason)
                .contains("percent-encoded")
                .doesNotContain("hidden");
    }

    @Test
    void aTrustFileThatIsNotThereIsAProblem() {
        assertThat(catchThrowableOfType(
                                StartException.class, () -> address(Map.of("acme.tls.trust-file", "no/such.pem")))
                        .toString())
                .contains("no/such.pem")
                .contains("acme.tls.trust-file");
    }
}
