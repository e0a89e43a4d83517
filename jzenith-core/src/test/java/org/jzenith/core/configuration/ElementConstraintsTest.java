package org.jzenith.core.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElementConstraintsTest {

    @TempDir
    private Path root;

    @ConfigMapping(prefix = "plain")
    interface Plain {

        @WithDefault("/api")
        @Pattern(regexp = "/[a-z]*")
        String path();

        Optional<@Pattern(regexp = "[a-z]+") String> name();

        Optional<List<@Size(max = 3) String>> words();

        @WithDefault("a,b")
        @NotEmpty
        List<@Pattern(regexp = "[a-z]") @NotEmpty String> letters();

        Optional<List<@Pattern(regexp = "[a-z]") String>> more();

        @WithDefault("1")
        @DecimalMin("0")
        @DecimalMax("1")
        double share();
    }

    @ConfigMapping(prefix = "flagged")
    interface Flagged {

        @WithDefault("GET")
        @Pattern(regexp = "get", flags = Pattern.Flag.CASE_INSENSITIVE)
        String method();
    }

    @ConfigMapping(prefix = "broken")
    interface Broken {

        @WithDefault("a")
        @Pattern(regexp = "[")
        String value();
    }

    private Reading reading() {
        return new Reading(root);
    }

    @Test
    void whatDoesNotMatchIsAProblem() {
        assertThat(reading().code("plain.path", "api").problem(Plain.class))
                .startsWith("plain.path is 'api', but it must match \"/[a-z]*\".");
        assertThat(reading().code("plain.name", "Ann").problem(Plain.class))
                .startsWith("plain.name is 'Ann', but it must match \"[a-z]+\".");
        assertThat(reading().code("plain.words", List.of("one", "three")).problem(Plain.class))
                .startsWith("plain.words is 'one,three', but its size must be between 0 and 3.");
        assertThat(reading().code("plain.letters", List.of("a", "B")).problem(Plain.class))
                .startsWith("plain.letters is 'a,B', but");
        assertThat(reading().code("plain.more", List.of("a", "B")).problem(Plain.class))
                .startsWith("plain.more is 'a,B', but");
        assertThat(reading().code("plain.share", 1.5).problem(Plain.class))
                .startsWith("plain.share is '1.5', but it must be at most 1.");
        assertThat(reading().code("flagged.method", "put").problem(Flagged.class))
                .startsWith("flagged.method is 'put'");
    }

    @Test
    void aPatternThatIsNoneIsAProblem() {
        assertThat(reading().problem(Broken.class)).contains("broken.value");
    }
}
