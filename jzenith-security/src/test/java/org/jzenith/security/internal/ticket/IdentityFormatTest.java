package org.jzenith.security.internal.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.jzenith.core.context.Identity;

/** The identity of a ticket that another instance redeems. */
final class IdentityFormatTest {

    private final IdentityFormat format = new IdentityFormat();

    @Test
    void anIdentityKeepsAllThatItHas() {
        final Map<String, Object> nested = new HashMap<>();
        nested.put("null", null);
        nested.put("list", Arrays.asList(1, null, 2.5, List.of(true), Map.of("Map", "x")));
        final Identity identity = Identity.of("Zoë \"ann\"", "jwt")
                .withRoles(List.of("b", "a"))
                .withExpiry(Instant.parse("2030-01-02T03:04:05.678901234Z"))
                .withAttributes(Map.ofEntries(
                        Map.entry("text", "\0\n\ud83d\ude00"),
                        Map.entry("boolean", false),
                        Map.entry("integer", Integer.MIN_VALUE),
                        Map.entry("small long", 42L),
                        Map.entry("long", Long.MAX_VALUE),
                        Map.entry("double", 5.0),
                        Map.entry("infinite", Double.POSITIVE_INFINITY),
                        Map.entry("float", 1.5f),
                        Map.entry("big", BigInteger.TEN.pow(40)),
                        Map.entry("decimal", new BigDecimal("1.50")),
                        Map.entry("instant", Instant.EPOCH),
                        Map.entry("date", LocalDate.of(2026, 1, 2)),
                        Map.entry("uuid", UUID.fromString("00000000-0000-0001-0000-000000000002")),
                        Map.entry("set", Set.of("x", 7L)),
                        Map.entry("Long", Map.of("Long", "7")),
                        Map.entry("nested", nested)));
        final Identity read = format.read(format.write(identity));
        assertThat(read).isEqualTo(identity);
        assertThat(read.roles()).containsExactly("b", "a");
        assertThat(format.read(format.write(Identity.of("bob", "basic")))).isEqualTo(Identity.of("bob", "basic"));
    }

    @Test
    void anAttributeThatIsNoValueIsAClearError() {
        for (final Object value : List.of(
                new StringBuilder("x"), List.of(new StringBuilder("x")), Map.of("a", Set.of(new StringBuilder("x"))))) {
            assertThatThrownBy(() -> format.write(Identity.of("ann", "basic").withAttribute("tenant", value)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the mechanism 'basic'")
                    .hasMessageContaining("java.lang.StringBuilder");
        }
        assertThatThrownBy(() -> format.write(Identity.of("ann", "basic").withAttribute("map", Map.of(1, "x"))))
                .hasMessageContaining("with keys that are not strings");
    }

    @Test
    void theFormatOfAnotherReleaseIsNotRead() {
        assertThat(format.read("{\"version\":2}".getBytes(StandardCharsets.UTF_8)))
                .isNull();
    }
}
