package org.jzenith.docs.cookbook.csv;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.LocalDate;

/** A book; its components are the columns. */
record Book(
        @NotBlank String title,
        @NotBlank String author,
        @NotNull LocalDate published) {}
