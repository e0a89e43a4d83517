package org.jzenith.benchmark.service;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order.
 *
 * @param customer who orders
 * @param email where the bill goes
 * @param lines what is ordered
 * @param express whether it is urgent
 * @param note a text
 */
public record Order(
        @NotBlank @Size(max = 100) String customer,
        @NotNull @Size(min = 3, max = 254) String email,
        @NotNull @Size(min = 1, max = 50) List<@Valid Line> lines,
        boolean express,
        @Size(max = 200) @Nullable String note) {

    /**
     * A line of an order.
     *
     * @param article what
     * @param quantity how many
     */
    public record Line(
            @NotBlank @Size(max = 40) String article,
            @Min(1) @Max(1000) int quantity) {}
}
