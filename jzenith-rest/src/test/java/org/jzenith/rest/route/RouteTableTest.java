package org.jzenith.rest.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which route a path belongs to. */
final class RouteTableTest {

    private static RouteTable<String> table(final String... templates) {
        final Map<String, String> routes = new HashMap<>();
        for (final String template : templates) {
            routes.put(template, template);
        }
        return RouteTable.of(routes);
    }

    private static @Nullable String match(final RouteTable<String> table, final String path) {
        final RouteTable.Match<String> match = table.match(path, path.length());
        return match == null ? null : match.target() + " " + String.join(",", match.values());
    }

    @Test
    void aLiteralSegmentComesBeforeAParameter() {
        final RouteTable<String> table = table("/users/{}", "/users/me", "/users/{}/orders/{}");
        assertThat(match(table, "/users/me")).isEqualTo("/users/me ");
        assertThat(match(table, "/users/17")).isEqualTo("/users/{} 17");
        assertThat(match(table, "/users/me/orders/4")).isEqualTo("/users/{}/orders/{} me,4");
        assertThat(match(table, "/users/17/orders")).isNull();
    }

    @Test
    void slashesCount() {
        final RouteTable<String> table = table("/", "/a", "/b/", "/c/{}");
        assertThat(match(table, "/")).isEqualTo("/ ");
        assertThat(match(table, "/a")).isEqualTo("/a ");
        assertThat(match(table, "/a/")).isNull();
        assertThat(match(table, "/b")).isNull();
        assertThat(match(table, "/b/")).isEqualTo("/b/ ");
        assertThat(match(table, "/c/")).isNull();
        assertThat(match(table, "//a")).isNull();
        assertThat(match(table, "a")).isNull();
        assertThat(match(table, "*")).isNull();
        assertThat(match(table, "")).isNull();
    }

    @Test
    void theQueryIsNoPartOfThePath() {
        assertThat(table("/a").match("/a?/b", 2)).isNotNull();
    }

    @Test
    void aRouteStandsInTheTableOnce() {
        assertThatThrownBy(() -> table("/a/{id}", "/a/{name}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'/a/{");
        assertThatThrownBy(() -> table("a")).hasMessageContaining("slash");
    }

    /** Names with the same hash code, and thousands of random paths, against a search through all templates. */
    @Test
    void theTreeFindsWhatASearchFinds() {
        final Random random = new Random(17);
        final List<String> words = List.of("Aa", "BB", "AaBB", "BBAa", "users", "orders", "a", "b", "c", "{}");
        for (int round = 0; round < 50; round++) {
            final Map<String, String> routes = new HashMap<>();
            for (int i = 0; i < 40; i++) {
                final String template = path(words, random);
                routes.put(template, template);
            }
            final RouteTable<String> table = RouteTable.of(routes);
            for (int i = 0; i < 500; i++) {
                final String path = path(words, random).replace("{}", "x" + i % 3);
                final String best = search(routes, path);
                final RouteTable.Match<String> match = table.match(path, path.length());
                assertThat(match == null ? null : match.target()).as(path).isEqualTo(best);
                if (match != null) {
                    assertThat(filled(match)).isEqualTo(path);
                }
            }
        }
    }

    private static String filled(final RouteTable.Match<String> match) {
        String path = match.target();
        for (final String value : match.values()) {
            path = path.replaceFirst("\\{}", value);
        }
        return path;
    }

    private static String path(final List<String> words, final Random random) {
        final StringBuilder path = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            path.append('/').append(words.get(random.nextInt(words.size())));
        }
        return path.toString();
    }

    /** Of those that match, the one that has a literal where others first differ from it. */
    private static @Nullable String search(final Map<String, String> routes, final String path) {
        final List<String> fitting = new ArrayList<>(routes.values());
        fitting.removeIf(template -> !path.matches("\\Q" + template.replace("{}", "\\E[^/]+\\Q") + "\\E"));
        // A literal sorts before a parameter, as no segment here begins with a character after the brace.
        fitting.sort((one, other) -> compare(one.split("/", -1), other.split("/", -1)));
        return fitting.isEmpty() ? null : fitting.get(0);
    }

    private static int compare(final String[] one, final String[] other) {
        for (int i = 0; i < one.length; i++) {
            final int difference = Boolean.compare(one[i].equals("{}"), other[i].equals("{}"));
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }
}
