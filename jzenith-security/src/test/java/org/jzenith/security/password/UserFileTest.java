package org.jzenith.security.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.security.SecuredServer;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.test.internal.log.LogLines;

/** Users in a file. */
final class UserFileTest {

    private static final String HASH = PasswordHash.ofPassword("secret");
    private static final String OTHER = PasswordHash.ofPassword("changed");

    @TempDir
    private Path folder;

    private SecuredServer server(final Path file) {
        return SecuredServer.of(
                SecurityPlugin.create().withBasicAuthentication(Users.fromFile(file)),
                Map.of("security.basic.reload-interval", "50ms"));
    }

    @Test
    void aChangedFileIsTakenAndABrokenOneIsNot() throws Exception {
        final Path file = Files.writeString(
                folder.resolve("users"), "# the staff\n\nann:" + HASH + ":admin, clerk\nbob:" + HASH + "\n");
        try (LogLines log = LogLines.open();
                SecuredServer server = server(file)) {
            assertThat(server.as("ann", "secret").body()).isEqualTo("ann (basic, roles admin, clerk)");
            assertThat(server.as("bob", "secret").body()).isEqualTo("bob (basic)");

            replace(file, "ann:" + OTHER + ":clerk\n");
            log.next(line -> line.getFormattedMessage().contains("has changed; it has 1 users now."));
            // although both were remembered
            assertThat(server.as("ann", "secret").status()).isEqualTo(401);
            assertThat(server.as("bob", "secret").status()).isEqualTo(401);
            assertThat(server.as("ann", "changed").body()).isEqualTo("ann (basic, roles clerk)");

            replace(file, "ann\nbob:open sesame\n");
            assertThat(log.next(line -> line.getFormattedMessage().contains("Cannot reload the user file"))
                            .getFormattedMessage())
                    .contains("line 1: The line is not name:hash:roles; line 2: The hash is neither argon2id")
                    .doesNotContain("open sesame");
            assertThat(server.as("ann", "changed").status()).isEqualTo(200);

            replace(file, "ann:" + OTHER + ":clerk\nbob:" + OTHER + "\n");
            log.next(line -> line.getFormattedMessage().contains("it has 2 users now."));
            assertThat(server.as("bob", "changed").status()).isEqualTo(200);
        }
    }

    /** Replaces the file as a whole, so that no half of it is read. */
    private void replace(final Path file, final String text) throws IOException {
        final Path written = Files.writeString(folder.resolve("written"), text);
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void aBrokenFileFailsTheStartWithAllItsMistakes() throws Exception {
        final Path file =
                Files.writeString(folder.resolve("users"), "ann\nbob:xyz\ncid:" + HASH + "\ncid:" + HASH + "\n");
        assertThatThrownBy(() -> server(file))
                .hasMessageContaining("line 1: The line is not name:hash:roles.")
                .hasMessageContaining("line 2: The hash is neither")
                .hasMessageContaining("line 4: a second user with this name");
        assertThatThrownBy(() -> server(folder.resolve("missing"))).hasMessageContaining("it cannot be read");
    }
}
