package org.jzenith.example.user;

import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * The data of a user that a client sends.
 *
 * @param name 1 to 100 characters, not blank
 * @param email unique, or null
 */
public record UserData(
        @NotBlank
        @Size(min = 1, max = 100)
        @Pattern(regexp = "\\P{Cc}*", message = "must not contain control characters")
        String name,

        @Nullable @Email @Size(min = 1, max = 254) String email) {}
