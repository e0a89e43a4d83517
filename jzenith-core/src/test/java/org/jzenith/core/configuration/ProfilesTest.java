package org.jzenith.core.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProfilesTest {

    @TempDir
    private Path root;

    private Reading reading;

    @BeforeEach
    void files() {
        reading = new Reading(root)
                .file("application.properties", "shop.host=plain", "%dev.shop.host=dev", "%{test,eu}.shop.port=7")
                .file("application-eu.yaml", "shop:", "  host: eu");
    }

    private ShopConfiguration read() {
        return reading.read(ShopConfiguration.class).get(ShopConfiguration.class);
    }

    @Test
    void withoutProfileItsKeysDoNotCount() {
        assertThat(read().host()).isEqualTo("plain");
        assertThat(read().port()).isEqualTo(8080);
    }

    @Test
    void commandLineChoosesTheProfile() {
        reading.arguments("--profile=dev").environment("JZENITH_PROFILE", "eu");
        assertThat(read().host()).isEqualTo("dev");
    }

    @Test
    void systemPropertyChoosesTheProfile() {
        reading.system("jzenith.profile", "eu").environment("JZENITH_PROFILE", "dev");
        assertThat(read().host()).isEqualTo("eu");
        assertThat(read().port()).isEqualTo(7);
    }

    @Test
    void environmentChoosesTheProfile() {
        reading.environment("JZENITH_PROFILE", "dev");
        assertThat(read().host()).isEqualTo("dev");
    }

    @Test
    void ofTwoProfilesTheLaterWins() {
        reading.file("application-asia.yaml", "shop.host: asia").arguments("--profile=asia,eu");
        assertThat(read().host()).isEqualTo("eu");
        reading.arguments("--profile=eu,asia");
        assertThat(read().host()).isEqualTo("asia");
    }

    @Test
    void environmentVariablesCanBelongToAProfile() {
        reading.environment("_DEV_SHOP_PORT", "5").environment("SHOP_PORT", "4");
        assertThat(read().port()).isEqualTo(4);
        reading.arguments("--profile=dev");
        assertThat(read().port()).isEqualTo(5);
    }

    @Test
    void aProfileInAFileIsAProblem() {
        reading.file("application.yaml", "jzenith.profile: dev");
        assertThat(reading.problem(ShopConfiguration.class))
                .isEqualTo("The profile 'dev' cannot be chosen in a file.\n"
                        + "It comes from application.yaml line 1.\n"
                        + "Choose it with --profile or JZENITH_PROFILE.");
    }

    @Test
    void unknownKeysOfOtherProfilesAreFoundToo() {
        reading.file("application.yml", "'%prod':", "  shop:", "    hots: x");
        assertThat(reading.problem(ShopConfiguration.class))
                .contains("shop.hots", "application.yml line 3", "shop.host");
    }
}
