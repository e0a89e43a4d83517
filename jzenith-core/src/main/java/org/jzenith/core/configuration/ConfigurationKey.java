package org.jzenith.core.configuration;

import org.jspecify.annotations.Nullable;

/**
 * For plugins: one key that can be configured, as {@code --help} and the documentation show it. Immutable.
 *
 * @param name the full name, for example {@code rest.port}; a {@code *} stands for any name, {@code [*]} for any index
 * @param type the kind of value in words, for example {@code duration}
 * @param defaultValue the value when no source sets the key, or null if there is none
 * @param required whether the application does not start without a value
 * @param description what the key is for, or an empty text
 * @param secret whether the value is masked wherever it could be shown
 */
public record ConfigurationKey(
        String name, String type, @Nullable String defaultValue, boolean required, String description, boolean secret) {

    /** {@return what stands in a table under "default"; a secret is masked} */
    public String defaultText() {
        if (defaultValue == null) {
            return required ? "required" : "";
        }
        return secret ? Masker.MASK : Masker.maskCredentials(defaultValue);
    }
}
