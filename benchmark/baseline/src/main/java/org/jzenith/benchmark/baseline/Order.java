package org.jzenith.benchmark.baseline;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code /orders}, and what must be true of it: as {@link Constraints constraints}, and as conditions. Fields that
 * the client left out are null.
 */
record Order(
        @NotBlank @Size(max = 100) @Nullable String customer,
        @NotNull @Size(min = 3, max = 254) String email,
        @NotNull @Size(min = 1, max = 50) List<@Valid @Nullable Line> lines,
        boolean express,
        @Size(max = 200) @Nullable String note) {

    record Line(
            @NotBlank @Size(max = 40) @Nullable String article,
            @Min(1) @Max(1000) int quantity) {}

    /** Returns the articles of a valid order. */
    @Nullable
    String[] articles() {
        return lines.stream()
                .map(line -> Objects.requireNonNull(line).article())
                .toArray(String[]::new);
    }

    /** Checks the constraints by hand. Empty if the order is valid. */
    List<Problem.Violation> violations() {
        final List<Problem.Violation> found = new ArrayList<>(0);
        text(customer, "customer", 100, found);
        if (email == null) {
            found.add(new Problem.Violation("email", "must not be null"));
        } else if (email.length() < 3 || email.length() > 254) {
            found.add(new Problem.Violation("email", "size must be between 3 and 254"));
        }
        if (note != null && note.length() > 200) {
            found.add(new Problem.Violation("note", "size must be between 0 and 200"));
        }
        if (lines == null) {
            found.add(new Problem.Violation("lines", "must not be null"));
        } else {
            lines(lines, found);
        }
        return found;
    }

    private static void lines(final List<@Nullable Line> lines, final List<Problem.Violation> found) {
        if (lines.isEmpty() || lines.size() > 50) {
            found.add(new Problem.Violation("lines", "size must be between 1 and 50"));
        }
        for (int i = 0; i < lines.size(); i++) {
            final Line line = lines.get(i);
            if (line == null) {
                continue;
            }
            if (line.article == null || line.article.isBlank() || line.article.length() > 40) {
                text(line.article, "lines[" + i + "].article", 40, found);
            }
            if (line.quantity < 1) {
                found.add(new Problem.Violation("lines[" + i + "].quantity", "must be greater than or equal to 1"));
            } else if (line.quantity > 1000) {
                found.add(new Problem.Violation("lines[" + i + "].quantity", "must be less than or equal to 1000"));
            }
        }
    }

    private static void text(
            final @Nullable String text, final String path, final int most, final List<Problem.Violation> found) {
        if (text == null || text.isBlank()) {
            found.add(new Problem.Violation(path, "must not be blank"));
        }
        if (text != null && text.length() > most) {
            found.add(new Problem.Violation(path, "size must be between 0 and " + most));
        }
    }
}
