package org.jzenith.rest.error;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which parameter could not be converted. RESTEasy names it in its message only, which is never shown as a whole. */
final class ParameterDetail {

    private static final Pattern PARAMETER = Pattern.compile("RESTEASY\\d+: .*?\\.(\\w+)Param\\(\"([^\"]{1,100})\"\\)");
    private static final Map<String, String> LOCATIONS = Map.of(
            "Path", "path",
            "Query", "query",
            "Matrix", "matrix",
            "Header", "header",
            "Cookie", "cookie",
            "Form", "form");

    private ParameterDetail() {}

    /** Null if the message names no parameter. */
    static @Nullable String of(final @Nullable String message) {
        if (message == null || !message.contains("RESTEASY")) {
            return null;
        }
        final Matcher matcher = PARAMETER.matcher(message);
        final String location = matcher.find() ? LOCATIONS.get(matcher.group(1)) : null;
        return location == null
                ? null
                : "The " + location + " parameter '" + matcher.group(2) + "' has the wrong form.";
    }
}
