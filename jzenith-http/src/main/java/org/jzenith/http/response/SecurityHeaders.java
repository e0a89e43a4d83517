package org.jzenith.http.response;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.configuration.HttpConfiguration;

/** Headers that limit what browsers do with an answer: added first, so that a resource's own replaces them. */
final class SecurityHeaders {

    private static final CharSequence STRICT_TRANSPORT_SECURITY =
            HttpHeaders.createOptimized("Strict-Transport-Security");

    private record Field(CharSequence name, CharSequence value) {}

    private final Field[] fields;
    private final @Nullable CharSequence strictTransportSecurity;

    private SecurityHeaders(final List<Field> fields, final @Nullable CharSequence strictTransportSecurity) {
        this.fields = fields.toArray(Field[]::new);
        this.strictTransportSecurity = strictTransportSecurity;
    }

    /** Null if there is nothing to add. */
    static @Nullable SecurityHeaders of(final HttpConfiguration.SecurityHeaders settings) {
        if (!settings.enabled()) {
            return null;
        }
        final List<Field> fields = new ArrayList<>();
        add(fields, "X-Content-Type-Options", settings.contentTypeOptions());
        add(fields, "X-Frame-Options", settings.frameOptions());
        add(fields, "Referrer-Policy", settings.referrerPolicy());
        add(fields, "Content-Security-Policy", settings.contentSecurityPolicy());
        add(fields, "Cache-Control", settings.cacheControl());
        final CharSequence transport = settings.strictTransportSecurity()
                .map(HttpHeaders::createOptimized)
                .orElse(null);
        return fields.isEmpty() && transport == null ? null : new SecurityHeaders(fields, transport);
    }

    private static void add(final List<Field> fields, final String name, final Optional<String> value) {
        value.ifPresent(
                text -> fields.add(new Field(HttpHeaders.createOptimized(name), HttpHeaders.createOptimized(text))));
    }

    void addTo(final MultiMap response, final boolean secure) {
        for (final Field field : fields) {
            response.add(field.name(), field.value());
        }
        if (secure && strictTransportSecurity != null) {
            response.add(STRICT_TRANSPORT_SECURITY, strictTransportSecurity);
        }
    }
}
