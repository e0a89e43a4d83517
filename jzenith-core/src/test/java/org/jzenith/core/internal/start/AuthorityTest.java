package org.jzenith.core.internal.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AuthorityTest {

    @ParameterizedTest
    @CsvSource({
        "shop.example, , shop.example, -1",
        "Shop.Example:, , shop.example, -1",
        "my_shop:8080, , my_shop, 8080",
        "127.0.0.1:65535, , 127.0.0.1, 65535",
        "[::1]:80, , ::1, 80",
        "[::ffff:1.2.3.4], , ::ffff:1.2.3.4, -1",
        "ann:secret@my_shop:1, ann:secret, my_shop, 1",
        "b\u00fccher.example:443, , xn--bcher-kva.example, 443",
        "my_b\u00fccher.example, , xn--my_bcher-95a.example, -1"
    })
    void hostsWithUnderscoresAndBeyondAsciiAreRead(
            final String text, final String user, final String host, final int port) {
        assertThat(Authority.of(text)).isEqualTo(new Authority(user, host, port));
        assertThat(Authority.of(URI.create("http://" + text + "/path"))).isEqualTo(new Authority(user, host, port));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":80",
                "a b",
                "a:b",
                "a:65536",
                "a:123456",
                "a@b@c",
                "one,two",
                "[::1",
                "[g::]",
                "[:::]",
                "[1.2.3.4]",
                "[1:2:3:4:5:6:7:8:9]",
                "::1",
                "a%20b",
                "a@"
            })
    void whatIsMalformedIsNoAuthority(final String text) {
        assertThat(Authority.of(text)).isNull();
    }

    @Test
    void userInformationIsNotShown() {
        assertThat(Authority.of("ann:secret@[::1]:80")).hasToString("[::1]:80");
    }

    @Test
    void aUrlHasAnAsciiForm() {
        assertThat(Authority.ascii(URI.create("https://b\u00fccher.example:1/a?b=c")))
                .isEqualTo(URI.create("https://xn--bcher-kva.example:1/a?b=c"));
        assertThat(Authority.ascii(URI.create("https://my_shop/a"))).isEqualTo(URI.create("https://my_shop/a"));
        assertThat(Authority.ascii(URI.create("https://shop/a"))).isEqualTo(URI.create("https://shop/a"));
    }
}
