package org.jzenith.docs;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The packages that each package sees within its module: a line such as {@code rest.link -> rest.pipeline}. A package
 * that sees no other has no line.
 */
record PackageTable(Map<String, Set<String>> seen) {

    private static final String FILE = "docs/src/test/resources/packages.txt";
    private static final String ARROW = " -> ";

    static PackageTable of(final JavaClasses all) {
        final Map<String, Set<String>> seen = new TreeMap<>();
        for (final JavaClass type : all) {
            final String from = relativeName(type);
            for (final Dependency dependency : type.getDirectDependenciesFromSelf()) {
                final JavaClass target = dependency.getTargetClass().getBaseComponentType();
                final String to = relativeName(target);
                if (!to.equals(from) && module(to).equals(module(from))) {
                    seen.computeIfAbsent(from, name -> new TreeSet<>()).add(to);
                }
            }
        }
        return new PackageTable(seen);
    }

    /** A package of a library is its own module. */
    private static String relativeName(final JavaClass type) {
        final String name = type.getPackageName();
        return name.startsWith("org.jzenith.") ? name.substring("org.jzenith.".length()) : "";
    }

    private static String module(final String name) {
        return name.matches("(postgresql|mysql|redis|kafka)\\.embedded.*")
                ? name.substring(0, name.indexOf(".embedded") + ".embedded".length())
                : name.split("\\.")[0];
    }

    static PackageTable read() {
        final Map<String, Set<String>> seen = new TreeMap<>();
        Repository.read(file())
                .lines()
                .map(line -> line.split(ARROW))
                .forEach(parts -> seen.put(parts[0], new TreeSet<>(Set.of(parts[1].split(" ")))));
        return new PackageTable(seen);
    }

    private static Path file() {
        return Repository.root().resolve(FILE);
    }

    void write() {
        try {
            Files.writeString(file(), this + "\n");
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the part of this table that is not in another one. */
    PackageTable without(final PackageTable other) {
        final Map<String, Set<String>> left = new TreeMap<>();
        seen.forEach((name, all) -> {
            final Set<String> more = new TreeSet<>(all);
            more.removeAll(other.seen.getOrDefault(name, Set.of()));
            if (!more.isEmpty()) {
                left.put(name, more);
            }
        });
        return new PackageTable(left);
    }

    @Override
    public String toString() {
        return seen.entrySet().stream()
                .map(each -> each.getKey() + ARROW + String.join(" ", each.getValue()))
                .collect(Collectors.joining("\n"));
    }
}
