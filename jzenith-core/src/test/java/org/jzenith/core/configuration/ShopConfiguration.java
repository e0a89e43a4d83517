package org.jzenith.core.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.hibernate.validator.constraints.time.DurationMin;

/** One key of every kind. */
@ConfigMapping(prefix = "shop")
interface ShopConfiguration {

    enum Colour {
        RED,
        DARK_BLUE
    }

    @WithDefault("8080")
    @Min(0)
    @Max(65535)
    @Description("The port.")
    int port();

    @WithDefault("localhost")
    String host();

    @WithDefault("15s")
    @DurationMin(millis = 1)
    Duration timeout();

    @WithDefault("10M")
    @Min(1024)
    DataSize maxBody();

    @WithDefault("false")
    boolean open();

    @WithDefault("red")
    Colour colour();

    Optional<List<@NotBlank String>> tags();

    @WithDefault("1,2")
    List<Integer> numbers();

    Optional<String> motto();

    @Min(1)
    OptionalInt workers();

    @WithDefault("0.5")
    double ratio();

    @WithDefault("changeit")
    @Size(min = 4)
    @Description("Opens the till.")
    Secret<String> password();

    @Description("Opens the safe.")
    Optional<Secret<String>> safe();

    Map<String, String> labels();

    Till till();

    Optional<Mirror> mirror();

    List<Branch> branches();

    Map<String, Branch> partners();

    @AssertTrue(message = "at most five numbers are allowed")
    default boolean isConsistent() {
        return numbers().size() <= 5;
    }

    interface Till {

        @WithDefault("3")
        @Max(9)
        int drawers();
    }

    interface Mirror {

        String url();
    }

    interface Branch {

        String city();

        @WithDefault("1")
        @Min(1)
        int rooms();
    }
}
