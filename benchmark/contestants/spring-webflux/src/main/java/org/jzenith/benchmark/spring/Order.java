package org.jzenith.benchmark.spring;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record Order(
        @NotBlank @Size(max = 100) String customer,
        @NotNull @Size(min = 3, max = 254) String email,
        @NotNull @Size(min = 1, max = 50) List<@Valid Line> lines,
        boolean express,
        @Size(max = 200) @Nullable String note) {

    public record Line(
            @NotBlank @Size(max = 40) String article,
            @Min(1) @Max(1000) int quantity) {}
}
