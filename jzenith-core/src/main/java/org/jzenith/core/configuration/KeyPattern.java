package org.jzenith.core.configuration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a key in which {@code *} stands for a name of the user's choice and {@code [*]} for an index. */
final class KeyPattern {

    private static final Pattern STAR = Pattern.compile("\\[\\*]|\\*");

    private static final Pattern SEPARATOR = Pattern.compile("[^A-Za-z0-9*]");

    private static final String NAME = "(?:\"[^\"]+\"|[^\".\\[][^.\\[]*)";

    private static final Pattern FIRST_NAME = Pattern.compile(NAME);

    private static final Pattern INDEX = Pattern.compile("_([0-9]+)_");

    /** The names that an environment variable can have in place of a star. */
    enum Entries {
        /** Names that already occur in other keys. */
        KNOWN,
        /** Also a new name of one word. If the star ends the key, the name can have several words with dots between them. */
        ONE_WORD,
        /** Also a new name of several words with hyphens between them. */
        SEVERAL_WORDS
    }

    /** The pattern of a key without a star. Such keys are looked up by name. */
    static final KeyPattern NONE = new KeyPattern("");

    private final String text;
    private final Pattern names;

    KeyPattern(final String text) {
        this.text = text;
        final StringBuilder name = new StringBuilder();
        final Matcher stars = STAR.matcher(text);
        int end = 0;
        while (stars.find()) {
            name.append(Pattern.quote(text.substring(end, stars.start())));
            end = stars.end();
            final boolean index = stars.group().length() > 1;
            // the last name in a map may contain dots
            name.append(index ? "\\[[0-9]+]" : end == text.length() ? ".+" : NAME);
        }
        name.append(Pattern.quote(text.substring(end)));
        this.names = Pattern.compile(name.toString());
    }

    /** The name of a key below a path; either may be empty. */
    static String join(final String path, final String name) {
        return name.isEmpty() || path.isEmpty() || name.charAt(0) == '[' ? path + name : path + "." + name;
    }

    static boolean isOpen(final String pattern) {
        return pattern.indexOf('*') >= 0;
    }

    boolean matches(final String name) {
        return names.matcher(name).matches();
    }

    /** Returns the name of a key as an environment variable: {@code rest.max-body} is {@code REST_MAX_BODY}. */
    static String environmentName(final String key) {
        return SEPARATOR.matcher(key).replaceAll("_").toUpperCase(Locale.ROOT);
    }

    /**
     * Returns the keys of this pattern that an environment variable sets.
     *
     * @param known the keys of other sources
     * @param entries the kind of names that it can have in place of a star
     * @return several if several known entries have the same environment name
     */
    List<String> fromEnvironment(final String variable, final Collection<String> known, final Entries entries) {
        final List<String> keys = new ArrayList<>();
        addKeys(0, "", variable, known, entries, keys);
        return keys;
    }

    /** Matches the rest of a variable against the rest of the pattern, and adds the keys found below a path. */
    private void addKeys(
            final int from,
            final String path,
            final String rest,
            final Collection<String> known,
            final Entries entries,
            final List<String> keys) {
        final Matcher star = STAR.matcher(text);
        final boolean hasStar = star.find(from);
        final String literal = text.substring(from, hasStar ? star.start() : text.length());
        final String capital = environmentName(literal);
        if (!hasStar || !rest.startsWith(capital)) {
            if (rest.equals(capital)) {
                keys.add(path + literal);
            }
            return;
        }
        final String before = path + literal;
        final String name = rest.substring(capital.length());
        final int next = star.end();
        if (star.group().length() > 1) {
            final Matcher index = INDEX.matcher(name);
            if (index.lookingAt()) {
                addKeys(next, before + "[" + index.group(1) + "]", name.substring(index.end()), known, entries, keys);
            }
            return;
        }
        final boolean isLast = next == text.length();
        final int found = keys.size();
        for (final String entry : entriesOf(before, isLast, known)) {
            final String unquoted = environmentName(entry.replace("\"", ""));
            for (final String each : new LinkedHashSet<>(List.of(environmentName(entry), unquoted))) {
                if (name.startsWith(each)) {
                    addKeys(next, before + entry, name.substring(each.length()), known, entries, keys);
                }
            }
        }
        if (entries == Entries.KNOWN || keys.size() > found) {
            return;
        }
        if (isLast && !name.isEmpty()) {
            keys.add(before + name.toLowerCase(Locale.ROOT).replace('_', '.'));
        }
        int end = name.indexOf('_');
        while (end > 0 && !isLast) {
            final String entry = name.substring(0, end).toLowerCase(Locale.ROOT).replace('_', '-');
            addKeys(next, before + entry, name.substring(end), known, entries, keys);
            end = entries == Entries.SEVERAL_WORDS ? name.indexOf('_', end + 1) : -1;
        }
    }

    /** Returns the names that come after a path in known keys. */
    private static Set<String> entriesOf(final String path, final boolean isLast, final Collection<String> known) {
        final Set<String> entries = new LinkedHashSet<>();
        for (final String key : known) {
            if (key.startsWith(path)) {
                final String rest = key.substring(path.length());
                final Matcher name = FIRST_NAME.matcher(rest);
                if (name.lookingAt()) {
                    entries.add(isLast ? rest : name.group());
                }
            }
        }
        return entries;
    }
}
