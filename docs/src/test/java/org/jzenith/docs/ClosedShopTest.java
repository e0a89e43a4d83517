package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;

/** The application of docs/security.md. */
final class ClosedShopTest {

    /** Of the password s3cret. */
    private static final String HASH =
            "$argon2id$v=19$m=19456,t=2,p=1$+QrWs9S7ngANzhtzG8iwsA$9j4Q+5+cXKKTct7GJVxDcKiHu1ohjvLYXlurJsCZzPk";

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> ClosedShop.application()
            .withConfiguration("security.users.ann.password", HASH)
            .withConfiguration("security.users.ann.roles", "clerk")
            .withConfiguration("security.users.bob.password", HASH));

    private static JZenithHttp as(final String user) {
        final byte[] credentials = (user + ":s3cret").getBytes(StandardCharsets.UTF_8);
        return APP.http()
                .withHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
    }

    @Test
    void usersReadOrdersAndClerksDeleteThem() {
        assertThat(as("bob").get("/orders").expectStatus(200).body()).isEqualTo("tea and coffee");
        as("bob").delete("/orders").expectStatus(403);
        as("ann").delete("/orders").expectStatus(204);
    }

    @Test
    void withoutCredentialsOnlyTheNumberIsOpen() {
        APP.http().get("/orders").expectStatus(401);
        APP.http().delete("/orders").expectStatus(401);
        APP.http().get("/orders/number").expectStatus(200);
    }
}
