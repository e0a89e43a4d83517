package org.jzenith.rest.error;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which parameter could not be converted. RESTEasy names it in its message only, which is never shown as a whole. */
final class ParameterDetail {

    private static final Pattern SIGNATURE = Pattern.compile("RESTEASY\\d+: .*?\\.(\\w+)Param\\(\"([^\"]{1,100})\"\\)");
    private static final Map<String, String> PLACES = Map.of(
            "Path", "path",
            "Query", "query",
            "Matrix", "matrix",
            "Header", "header",
            "Cookie", "cookie",
            "Form", "form");

    private ParameterDetail() {}

    static String of(final Throwable error, final String otherwise) {
        final @Nullable String message = error.getMessage();
        if (message == null) {
            return otherwise;
        }
        final Matcher matcher = SIGNATURE.matcher(message);
        final String place = matcher.find() ? PLACES.get(matcher.group(1)) : null;
        return place == null ? otherwise : "The " + place + " parameter '" + matcher.group(2) + "' has the wrong form.";
    }
}
