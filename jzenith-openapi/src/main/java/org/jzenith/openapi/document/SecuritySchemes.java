package org.jzenith.openapi.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.rest.access.AuthenticationSchemes;
import org.jzenith.rest.access.RouteAccess;
import org.jzenith.rest.pipeline.MethodRoute;

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
        if (scheme.name().equals("jwt") || scheme.name().equals("introspection")) {
            return described.put("type", "http").put("scheme", "bearer");
        }
        return scheme.name().equals("certificate")
                ? described.put("type", "mutualTLS")
                : described.put("type", "apiKey").put("in", "cookie").put("name", scheme.name());
    }

    /** Adds the requirement of an operation, with the roles of which a user needs one. */
    static void addTo(
            final ObjectNode operation, final MethodRoute route, final List<AuthenticationSchemes.Scheme> schemes) {
        final RouteAccess access = route.access().orElse(null);
        if (access == null || access.isAnonymousAllowed() || schemes.isEmpty()) {
            return;
        }
        final ArrayNode alternatives = operation.putArray("security");
        schemes.forEach(scheme -> {
            final ArrayNode roles = alternatives.addObject().putArray(scheme.name());
            access.roles().forEach(roles::add);
        });
    }
}
