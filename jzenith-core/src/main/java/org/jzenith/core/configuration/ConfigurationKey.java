package org.jzenith.core.configuration;

import org.jspecify.annotations.Nullable;

/**
 * For plugins: a configurable key, as {@code --help} and the documentation show it. Immutable.
 *
 * @param name the full name, for example {@code rest.port}; a {@code *} stands for any name, {@code [*]} for any index
 * @param type the kind of value in words, for example {@code duration}
 * @param defaultValue the value when no source sets the key, or null if there is none
 * @param required true if the application does not start without a value
 * @param description the purpose of the key, or an empty text
 * @param secret true if the value is masked wherever it could be shown
 */
public record ConfigurationKey(
        String name, String type, @Nullable String defaultValue, boolean required, String description, boolean secret) {

    /** {@return the text for the column "default" of a table; a secret is masked} */
    public String defaultText() {
        if (defaultValue == null) {
            return required ? "required" : "";
        }
        return secret ? Masker.MASK : Masker.maskCredentials(defaultValue);
    }
}
