package org.jzenith.postgresql.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;

class DatabaseAddressTest {

    private static DatabaseAddress address(final Map<String, Object> values) {
        final Configuration configuration = Configuration.builder(List.of())
                .withCode(values)
                .withTypes(Set.of(PostgresqlConfiguration.class))
                .read();
        return DatabaseAddress.of(configuration.get(PostgresqlConfiguration.class), configuration);
    }

    private static DatabaseAddress url(final String url) {
        return address(Map.of("postgresql.url", url));
    }

    @Test
    void partsAloneAreEnough() {
        final DatabaseAddress address = address(Map.of(
                "postgresql.host", "db",
                "postgresql.port", 1,
                "postgresql.database", "shop",
                "postgresql.username", "me",
                "postgresql.password", "secret"));
        assertThat(address).hasToString("db:1/shop");
        assertThat(address.username()).isEqualTo("me");
        assertThat(address.password()).isEqualTo("secret");
    }

    @Test
    void aUrlMaySayEverything() {
        final DatabaseAddress address = url(
                "postgresql://me%40home:p%3Aa%2F%40s+s@db.example:6543/my%20shop?sslmode=require&application_name=x");
        assertThat(address).hasToString("db.example:6543/my shop");
        assertThat(address.username()).isEqualTo("me@home");
        assertThat(address.password()).isEqualTo("p:a/@s+s");
        assertThat(address.tls()).isEqualTo(TlsMode.REQUIRE);
        assertThat(address.applicationName()).isEqualTo("x");
    }

    @Test
    void aUrlMaySayLittle() {
        final DatabaseAddress address = url("postgres://db");
        assertThat(address).hasToString("db:5432/postgres");
        assertThat(address.username()).isEqualTo("postgres");
        assertThat(address.password()).isNull();
        assertThat(address.tls()).isEqualTo(TlsMode.PREFER);
    }

    @Test
    void aUrlMayNameAnAddressOfVersionSix() {
        assertThat(url("postgresql://[::1]:5433/x").host()).isEqualTo("::1");
    }

    @Test
    void aSettingMayRepeatWhatTheUrlSays() {
        assertThat(address(Map.of("postgresql.url", "postgresql://db:7/x", "postgresql.port", 7))
                        .port())
                .isEqualTo(7);
    }

    @Test
    void everyContradictionIsToldAndNoPassword() {
        final Map<String, Object> values = new HashMap<>();
        values.put("postgresql.url", "postgresql://me:in-url@db:7/x?sslmode=disable");
        values.put("postgresql.host", "other");
        values.put("postgresql.port", 8);
        values.put("postgresql.database", "y");
        values.put("postgresql.username", "you");
        values.put("postgresql.password", "in-setting");
        values.put("postgresql.tls.mode", "require");
        final StartException error = catchThrowableOfType(StartException.class, () -> address(values));
        assertThat(error.problems()).hasSize(6);
        assertThat(error.toString())
                .contains("db and other")
                .contains("postgresql.password")
                .doesNotContain("in-url")
                .doesNotContain("in-setting");
    }

    @ParameterizedTest
    @CsvSource({
        "mysql://me:hidden@db/x, does not begin with postgresql://",
        "postgresql://me:hidden@/x, names no host",
        "'postgresql://me:hidden@one,two/x', names no host",
        "postgresql://me:hidden@db:99999/x, port outside",
        "postgresql://me:hidden@db/x?sslmode=maybe, not one of disable",
        "postgresql://me:hidden@db/x?colour=red, parameter 'colour'",
        "'postgresql://me:hidden@db/x y', is not a URL",
        "hidden, does not begin with"
    })
    void aUrlThatCannotBeUnderstoodIsAProblemThatDoesNotQuoteIt(final String url, final String reason) {
        final StartException error = catchThrowableOfType(StartException.class, () -> url(url));
        assertThat(error.toString())
                .contains("postgresql.url")
                .contains(reason)
                .contains("percent-encoded")
                .doesNotContain("hidden");
    }

    @Test
    void aTrustFileThatIsNotThereIsAProblem() {
        assertThat(catchThrowableOfType(
                                StartException.class, () -> address(Map.of("postgresql.tls.trust-file", "no/such.pem")))
                        .toString())
                .contains("no/such.pem")
                .contains("postgresql.tls.trust-file");
    }
}
