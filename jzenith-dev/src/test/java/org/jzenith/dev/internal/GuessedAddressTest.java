package org.jzenith.dev.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.dev.internal.project.Project;

/** The address at which the first failure is shown. */
final class GuessedAddressTest {

    @TempDir
    Path directory;

    private String address(final String... arguments) {
        final var guess = GuessedAddress.of(
                new Project(
                        "shop.Shop",
                        List.of(arguments),
                        directory,
                        List.of(),
                        List.of(),
                        directory,
                        directory,
                        List.of(),
                        List.of(),
                        StandardCharsets.UTF_8,
                        true),
                Objects.requireNonNull(getClass().getClassLoader()));
        return guess.host() + ":" + guess.port();
    }

    private void write(final String file, final String text) throws IOException {
        Files.writeString(directory.resolve(file), text);
    }

    @Test
    void withoutSettingsItIsThisMachine() {
        assertThat(address()).isEqualTo("localhost:8080");
    }

    @Test
    void theCommandLineWins() throws IOException {
        write("application.properties", "rest.host=10.0.0.1\nrest.port=1\n");
        assertThat(address("--rest.host=0.0.0.0", "--rest.port=9090")).isEqualTo("0.0.0.0:9090");
    }

    @Test
    void theFilesOfTheClassPathAreRead() throws IOException {
        write("application.yaml", "rest:\n  host: 0.0.0.0\n  port: 9091\n");
        assertThat(address()).isEqualTo("0.0.0.0:9091");
    }

    @Test
    void theFilesOfTheProfileAreRead() throws IOException {
        write("application.properties", "rest.host=10.0.0.1\nother=${rest.port}\n");
        write("application-local.properties", "rest.host=localhost\nrest.server-header=shop\n");
        assertThat(address("--profile=local", "--shop.name=x")).isEqualTo("localhost:8080");
    }

    @Test
    void whatCannotBeReadIsThisMachine() throws IOException {
        write("application.properties", "rest.host=0.0.0.0\nshop=\\u12\n");
        assertThat(address()).isEqualTo("localhost:8080");
    }

    @Test
    void aPortThatIsNoneIsSkipped() throws IOException {
        write("application.properties", "rest.host=::1\nrest.port=9092\n");
        assertThat(address("--rest.port=99999")).isEqualTo("::1:9092");
        assertThat(address("--rest.port=99999999999")).isEqualTo("::1:9092");
    }
}
