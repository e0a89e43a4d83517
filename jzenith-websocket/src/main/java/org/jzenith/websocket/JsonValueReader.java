package org.jzenith.websocket;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Provider;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the JSON of whole messages as values, with the application's {@code ObjectMapper} and {@code Validator}. Safe for use by many threads. */
final class JsonValueReader {

    /** Matches Hibernate Validator's names for the elements of containers, such as {@code .<list element>}. */
    private static final Pattern ELEMENT_NAME = Pattern.compile("\\.?<[^>]*>");

    private final ObjectMapper mapper;
    private final @Nullable Provider<Validator> provider;
    private volatile @Nullable Validator validator;

    /** @param provider null if the application has none */
    JsonValueReader(final ObjectMapper mapper, final @Nullable Provider<Validator> provider) {
        this.mapper = mapper;
        this.provider = provider;
    }

    /** Returns true if a message can be read without {@link #load loading} anything. */
    boolean isLoaded() {
        return provider == null || validator != null;
    }

    /** Creates the validator. Its first use loads many classes, which takes longer than an event loop may block. */
    void load() {
        if (provider != null) {
            validator = provider.get();
        }
    }

    <T> T read(final WebSocketMessage message, final Class<T> type) {
        T value;
        try {
            value = mapper.readValue(message.text(), type);
        } catch (final IOException e) {
            throw new InvalidMessageException("The message is not the expected JSON.", e);
        }
        if (value == null) {
            throw new InvalidMessageException("The message is null.", null);
        }
        check(value);
        return value;
    }

    private void check(final Object value) {
        if (!isLoaded()) {
            load();
        }
        final Validator loaded = validator;
        if (loaded != null) {
            final List<InvalidMessageException.Violation> violations = new ArrayList<>();
            if (value instanceof final Object[] elements) {
                for (int i = 0; i < elements.length; i++) {
                    if (elements[i] != null) {
                        validate(loaded, elements[i], "[" + i + "]", violations);
                    }
                }
            } else {
                validate(loaded, value, "", violations);
            }
            if (!violations.isEmpty()) {
                violations.sort(Comparator.comparing(InvalidMessageException.Violation::path)
                        .thenComparing(InvalidMessageException.Violation::message));
                throw new InvalidMessageException(violations);
            }
        }
    }

    private static void validate(
            final Validator validator,
            final Object value,
            final String prefix,
            final List<InvalidMessageException.Violation> violations) {
        for (final ConstraintViolation<Object> violation : validator.validate(value)) {
            final String path =
                    ELEMENT_NAME.matcher(violation.getPropertyPath().toString()).replaceAll("");
            violations.add(new InvalidMessageException.Violation(
                    prefix.isEmpty() || path.isEmpty() ? prefix + path : prefix + "." + path, violation.getMessage()));
        }
    }
}
