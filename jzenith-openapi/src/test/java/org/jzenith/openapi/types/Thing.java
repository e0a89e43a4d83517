package org.jzenith.openapi.types;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The value that most methods take or return. Its properties fit into the columns of CSV. */
public record Thing(
        @NotBlank @Size(max = 40) String name,
        @Min(0) @Max(1000) int count,
        @NotNull Color color,
        @Nullable LocalDate day) {

    /** A color. */
    public enum Color {
        RED,
        GREEN
    }

    /** All things. */
    public static final List<Thing> ALL = List.of(
            new Thing("cup", 1, Color.RED, LocalDate.of(2026, 1, 31)), new Thing("plate", 2, Color.GREEN, null));

    /** The first thing. */
    public static Thing first() {
        return ALL.get(0);
    }
}
