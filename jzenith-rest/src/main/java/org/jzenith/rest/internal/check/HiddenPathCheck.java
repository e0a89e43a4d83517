package org.jzenith.rest.internal.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.HttpMounts;
import org.jzenith.http.internal.request.PathTemplate;

/** Looks for methods of resources that no request finds, because another handler of the listener has a longer path. */
final class HiddenPathCheck {

    private record Hidden(ResourceLocator first, String path, HttpMount mount, int count) {}

    private HiddenPathCheck() {}

    /**
     * Returns a problem for each class that has such methods.
     *
     * @param basePath the base path of all resources
     * @param templates the path of each method and locator, with that of its class
     */
    static List<StartProblem> problems(
            final HttpMounts mounts, final String basePath, final Map<ResourceLocator, String> templates) {
        final Map<String, Hidden> hidden = new LinkedHashMap<>();
        templates.forEach((method, template) -> {
            final String path = (basePath.equals("/") ? "" : basePath) + withoutParameters(template);
            final @Nullable HttpMount mount = mounts.hiding(path, basePath);
            if (mount != null) {
                hidden.merge(
                        method.getResourceClass().getClazz().getName() + " " + mount,
                        new Hidden(method, path, mount, 1),
                        (known, more) -> new Hidden(known.first, known.path, known.mount, known.count + 1));
            }
        });
        return hidden.values().stream().map(HiddenPathCheck::problem).toList();
    }

    /** The segments before the first that has a parameter. */
    private static String withoutParameters(final String template) {
        final String fixed = PathTemplate.fixed((template.startsWith("/") ? "" : "/") + template);
        return fixed.endsWith("/") ? fixed.substring(0, fixed.length() - 1) : fixed;
    }

    private static StartProblem problem(final Hidden found) {
        return StartProblem.of("No request reaches the method " + Named.method(found.first.getMethod())
                        + (found.count == 1 ? "" : " and " + (found.count - 1) + " more of its class")
                        + ": its path " + found.path + " is below " + found.mount.path()
                        + ", where the plugin '" + found.mount.name() + "' handles all requests.")
                .from(found.first.getResourceClass().getClazz().getName() + " and the plugin '" + found.mount.name()
                        + "'")
                .remedy("Change the path of the resource or of the plugin.");
    }
}
