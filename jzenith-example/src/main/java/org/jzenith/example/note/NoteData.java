package org.jzenith.example.note;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/**
 * The data of a note that a client sends.
 *
 * @param text 1 to 1000 characters, not blank
 */
public record NoteData(
        @NotBlank @Size(max = 1000) @Pattern(regexp = "[^\\x00]*", message = "must not hold NUL")
        String text) {}
