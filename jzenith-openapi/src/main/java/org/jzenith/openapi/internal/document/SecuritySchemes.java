package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.rest.access.AuthenticationSchemes;
import org.jzenith.rest.access.RouteAccess;

/** Describes the ways to authenticate, and who may call an operation. */
final class SecuritySchemes {

    private static final Pattern KEY = Pattern.compile("ApiKey header=\"([^\"]+)\"");

    private SecuritySchemes() {}

    static ObjectNode of(final AuthenticationSchemes.Scheme scheme) {
        final ObjectNode described = JsonNodeFactory.instance.objectNode();
        final String challenge = scheme.challenge().orElse("");
        final Matcher key = KEY.matcher(challenge);
        if (key.find()) {
            return described.put("type", "apiKey").put("in", "header").put("name", key.group(1));
        }
        if (!challenge.isEmpty()) {
            return described
                    .put("type", "http")
                    .put("scheme", challenge.replaceFirst(" .*", "").toLowerCase(Locale.ROOT));
        }
        if (scheme.cookie().isPresent()) {
            return described
                    .put("type", "apiKey")
                    .put("in", "cookie")
                    .put("name", scheme.cookie().get());
        }
        return switch (scheme.name()) {
            case "jwt", "introspection" -> described.put("type", "http").put("scheme", "bearer");
            case "client-certificate" -> described.put("type", "mutualTLS");
            case "ticket" -> described.put("type", "apiKey").put("in", "query").put("name", "ticket");
            default -> described.put("type", "apiKey").put("in", "header").put("name", "Authorization");
        };
    }

    /** Adds the requirements of an operation, of which a client meets one. */
    static void addTo(
            final ObjectNode operation,
            final Optional<RouteAccess> decided,
            final List<AuthenticationSchemes.Scheme> schemes) {
        final RouteAccess access = decided.orElse(null);
        if (access == null || access.isAnonymousAllowed() || schemes.isEmpty()) {
            return;
        }
        final ArrayNode alternatives = operation.putArray("security");
        schemes.forEach(scheme -> sufficient(access.roles())
                .forEach(roles -> roles.forEach(alternatives.addObject().putArray(scheme.name())::add)));
    }

    /** Returns all choices of one role from each set. OpenAPI demands every role of a requirement. */
    private static Set<Set<String>> sufficient(final List<Set<String>> needed) {
        Set<Set<String>> all = Set.of(Set.of());
        for (final Set<String> oneOf : needed) {
            final Set<Set<String>> longer = new LinkedHashSet<>();
            for (final Set<String> chosen : all) {
                for (final String role : oneOf) {
                    final Set<String> more = new LinkedHashSet<>(chosen);
                    more.add(role);
                    longer.add(more);
                }
            }
            all = longer;
        }
        return all;
    }
}
