package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jzenith.http.internal.request.PathTemplate;
import org.jzenith.rest.pipeline.MethodRoute;

/** Gives the operations of a document their ids, when all are known. */
final class OperationNames {

    /** The ids of an operation, of which it gets the first that no other has. */
    private static final List<Function<Unnamed, String>> IDS =
            List.of(Unnamed::given, Unnamed::ofMethod, Unnamed::ofPath);

    private final List<Unnamed> unnamed = new ArrayList<>();

    /**
     * An operation without its id.
     *
     * @param given the id of its annotation; empty for none
     * @param ofMethod an id by what handles it
     * @param ofPath a longer one, with the path and the HTTP method
     */
    record Unnamed(ObjectNode operation, String given, String ofMethod, String ofPath) {

        static Unnamed of(final ObjectNode operation, final MethodRoute route, final String httpMethod) {
            final String java = route.method().getResourceMethod().getName();
            final String resource = ApiDocument.resource(route.method());
            final String ofMethod = resource.substring(0, 1).toLowerCase(Locale.ROOT)
                    + resource.substring(1)
                    + java.substring(0, 1).toUpperCase(Locale.ROOT)
                    + java.substring(1);
            return new Unnamed(
                    operation,
                    OperationIds.of(route.method()),
                    ofMethod,
                    ofMethod
                            + String.join("", words(route.template()))
                            + httpMethod.charAt(0)
                            + httpMethod.substring(1).toLowerCase(Locale.ROOT));
        }

        static Unnamed of(final ObjectNode operation, final PathTemplate path, final String httpMethod) {
            final String id = httpMethod.toLowerCase(Locale.ROOT) + String.join("", words(path.toString()));
            return new Unnamed(operation, "", id, id);
        }
    }

    void add(final Unnamed operation) {
        unnamed.add(operation);
    }

    /**
     * Gives each operation an id: that of its annotation, or its class and method. Overloads all have their path and HTTP method in it
     * too, so that a further one changes none of theirs.
     */
    void addIds() {
        final Set<String> ids = new HashSet<>();
        List<Unnamed> rest = List.copyOf(unnamed);
        for (final Function<Unnamed, String> id : IDS) {
            final Map<String, List<Unnamed>> byId =
                    rest.stream().collect(Collectors.groupingBy(id, LinkedHashMap::new, Collectors.toList()));
            final List<Unnamed> others = new ArrayList<>(byId.getOrDefault("", List.of()));
            byId.remove("");
            byId.forEach((name, same) -> {
                if (same.size() == 1 && ids.add(name)) {
                    same.get(0).operation().put("operationId", name);
                } else {
                    others.addAll(same);
                }
            });
            rest = others;
        }
        for (final Unnamed each : rest) {
            final String name = each.ofPath();
            String unique = name;
            for (int number = 2; !ids.add(unique); number++) {
                unique = name + number;
            }
            each.operation().put("operationId", unique);
        }
    }

    private static List<String> words(final String template) {
        return Arrays.stream(PathTemplate.of(template).text().split("[^A-Za-z0-9]+"))
                .filter(each -> !each.isEmpty())
                .map(each -> each.substring(0, 1).toUpperCase(Locale.ROOT) + each.substring(1))
                .toList();
    }
}
