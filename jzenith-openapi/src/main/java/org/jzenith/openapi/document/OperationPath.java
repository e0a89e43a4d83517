package org.jzenith.openapi.document;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A template of {@code @Path}, with the expressions of its parameters apart.
 *
 * @param text the path with the names of parameters only, for example {@code /orders/{id}}
 * @param expressions the expressions by name; empty for a parameter without one
 */
record OperationPath(String text, Map<String, String> expressions) {

    static OperationPath of(final String template) {
        final StringBuilder text = new StringBuilder();
        final Map<String, String> expressions = new LinkedHashMap<>();
        int at = 0;
        while (at < template.length()) {
            final char each = template.charAt(at);
            if (each != '{') {
                text.append(each);
                at++;
                continue;
            }
            int depth = 1;
            int end = at + 1;
            while (end < template.length() && depth > 0) {
                final char inside = template.charAt(end);
                depth += inside == '{' ? 1 : inside == '}' ? -1 : 0;
                end++;
            }
            final String parameter = template.substring(at + 1, end - 1);
            final int colon = parameter.indexOf(':');
            final String name = (colon < 0 ? parameter : parameter.substring(0, colon)).strip();
            expressions.put(
                    name, colon < 0 ? "" : parameter.substring(colon + 1).strip());
            text.append('{').append(name).append('}');
            at = end;
        }
        // the locator of a sub-resource leaves a slash at the end, which the server ignores
        if (text.length() > 1 && text.charAt(text.length() - 1) == '/') {
            text.setLength(text.length() - 1);
        }
        return new OperationPath(text.isEmpty() ? "/" : text.toString(), expressions);
    }

    /** Returns the template with the names left out: two templates of one shape are the same for OpenAPI. */
    String shape() {
        return text.replaceAll("\\{[^}]*\\}", "{}");
    }
}
