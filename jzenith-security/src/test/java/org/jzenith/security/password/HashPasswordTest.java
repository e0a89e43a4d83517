package org.jzenith.security.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.test.internal.log.PrintedText;

/** The options of the command line, which also work before any user is configured. */
final class HashPasswordTest {

    private static String output(final String option, final String input) {
        final InputStream in = System.in;
        try {
            System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
            return PrintedText.during(() -> JZenith.application(option)
                    .withoutConfigurationFiles()
                    .withPlugins(
                            RestPlugin.withResources(),
                            SecurityPlugin.create().withBasicAuthentication(Users.fromSettings()))
                    .run());
        } finally {
            System.setIn(in);
        }
    }

    private static String line(final String output, final String begin) {
        return output.lines().filter(line -> line.startsWith(begin)).findFirst().orElseThrow();
    }

    @Test
    void aPasswordOfStandardInputIsHashed() {
        final String hash = line(output("--hash-password", "secret\n"), "$argon2id$");
        assertThat(PasswordHash.of(hash).matches("secret".getBytes(StandardCharsets.UTF_8)))
                .isTrue();
        assertThat(PasswordHash.of(hash).matches("secret ".getBytes(StandardCharsets.UTF_8)))
                .isFalse();
        assertThat(line(output("--hash-password", "secret\n"), "$argon2id$")).isNotEqualTo(hash);
    }

    @Test
    void aMissingPasswordIsReported() {
        assertThatThrownBy(() -> output("--hash-password", ""))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The plugin 'security' failed to run --hash-password");
    }

    @Test
    void aNewApiKeyComesWithItsHash() {
        final String output = output("--new-api-key", "");
        assertThat(line(output, "key:  ")).hasSize(6 + 43);
        assertThat(line(output, "hash: ")).hasSize(6 + 64);
    }
}
