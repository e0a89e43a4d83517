package org.jzenith.security.embedded;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the users of a login from text. */
final class DevelopmentUsers {

    private static final Pattern FORM = Pattern.compile("([^\\s:]+)(?::(.*))?");

    private final List<String> mistakes = new ArrayList<>();
    private final Map<String, List<String>> roles = new LinkedHashMap<>();

    /** @param texts the users, each as {@code name} or {@code name:role1 role2} */
    DevelopmentUsers(final List<String> texts) {
        texts.forEach(text -> add(text.strip()));
        if (texts.isEmpty()) {
            mistakes.add("has no users");
        }
    }

    private void add(final String text) {
        final Matcher user = FORM.matcher(text);
        if (!user.matches()) {
            mistakes.add("has '" + text + "', which is not a valid user");
            return;
        }
        final String words = user.group(2) == null ? "" : user.group(2).strip();
        final List<String> all = words.isEmpty() ? List.of() : List.of(words.split("\\s+", -1));
        if (new HashSet<>(all).size() < all.size()) {
            mistakes.add("gives the user " + user.group(1) + " a role twice");
        }
        if (roles.putIfAbsent(user.group(1), all) != null) {
            mistakes.add("has the user " + user.group(1) + " twice");
        }
    }

    /** Returns the mistakes, each as the end of a sentence. */
    List<String> mistakes() {
        return mistakes;
    }

    /** Returns the roles of each user, by name, in the order of the text. */
    Map<String, List<String>> roles() {
        return roles;
    }
}
