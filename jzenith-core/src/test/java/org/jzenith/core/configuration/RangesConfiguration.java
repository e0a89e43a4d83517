package org.jzenith.core.configuration;

import io.smallrye.config.ConfigMapping;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Whole numbers with constraints, plain and in containers. */
@ConfigMapping(prefix = "ranges")
interface RangesConfiguration {

    @Min(1024)
    OptionalLong bytes();

    Optional<@Max(5) Long> offset();

    OptionalLong any();

    Optional<List<@Min(1) @Max(65535) Integer>> ports();

    Optional<@Positive @Max(7) Integer> retries();
}
