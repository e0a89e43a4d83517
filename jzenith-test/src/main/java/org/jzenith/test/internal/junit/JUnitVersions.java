package org.jzenith.test.internal.junit;

import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The JUnit versions that the test kit works with, and those on the class path. */
public final class JUnitVersions {

    /** The first that closes what an extension has stored: the kit's PostgreSQL. */
    private static final Release OLDEST = new Release(5, 13);

    private static final String JUPITER = "org.junit.jupiter:junit-jupiter-";
    private static final String PLATFORM = "org.junit.platform:junit-platform-";

    private JUnitVersions() {}

    /**
     * Checks what is on the class path.
     *
     * @throws IllegalStateException if the test kit does not work with it
     */
    public static void check() {
        final List<Artifact> artifacts = new ArrayList<>();
        add(artifacts, JUPITER + "api", "org.junit.jupiter.api.Test");
        add(artifacts, JUPITER + "engine", "org.junit.jupiter.engine.JupiterTestEngine");
        add(artifacts, JUPITER + "params", "org.junit.jupiter.params.ParameterizedTest");
        add(artifacts, PLATFORM + "commons", "org.junit.platform.commons.JUnitException");
        add(artifacts, PLATFORM + "engine", "org.junit.platform.engine.TestEngine");
        add(artifacts, PLATFORM + "launcher", "org.junit.platform.launcher.Launcher");
        problem(artifacts).ifPresent(text -> {
            throw new IllegalStateException(text);
        });
    }

    /**
     * Finds the reason why the test kit cannot work.
     *
     * @param artifacts the artifacts on the class path, the API of Jupiter first
     */
    static Optional<String> problem(final List<Artifact> artifacts) {
        if (artifacts.isEmpty()) {
            return Optional.empty();
        }
        final Artifact api = artifacts.get(0);
        if (api.release().compareTo(OLDEST) < 0) {
            return Optional.of(api + " does not work with jzenith-test, which needs " + OLDEST
                    + " or newer. It comes from " + api.location() + ". " + REMEDY);
        }
        return artifacts.stream()
                .filter(artifact -> !artifact.fits(api))
                .findFirst()
                .map(artifact -> artifact + " does not work with " + api + ", which needs " + api.release()
                        + (artifact.isJupiter()
                                ? ""
                                : " or newer (1." + api.release().minor() + " of the platform)")
                        + ". It comes from " + artifact.location() + ". " + REMEDY);
    }

    private static final String REMEDY = "Remove the versions of org.junit artifacts from your pom, and import"
            + " org.jzenith:jzenith-bom before other BOMs in its dependencyManagement.";

    private static void add(final List<Artifact> artifacts, final String name, final String type) {
        try {
            final Class<?> found = Class.forName(type, false, JUnitVersions.class.getClassLoader());
            final String version = found.getPackage().getImplementationVersion();
            final CodeSource source = found.getProtectionDomain().getCodeSource();
            if (version != null) {
                artifacts.add(new Artifact(
                        name, version, source == null ? "the class path" : String.valueOf(source.getLocation())));
            }
        } catch (final ClassNotFoundException e) {
            // Not there, so it cannot be wrong.
        }
    }

    /**
     * One jar of JUnit.
     *
     * @param name its groupId and artifactId
     * @param version the version in its manifest
     * @param location the location of the jar
     */
    record Artifact(String name, String version, String location) {

        boolean isJupiter() {
            return name.startsWith(JUPITER);
        }

        /** Jupiter's jars are of one release; those of the platform may be newer, as an IDE brings its own. */
        boolean fits(final Artifact api) {
            final int difference = release().compareTo(api.release());
            return difference == 0 || (difference > 0 && !isJupiter());
        }

        /** Returns the release of JUnit; until JUnit 5 the platform counts from 1. */
        Release release() {
            final Release written = Release.of(version);
            return written.major() == 1 ? new Release(5, written.minor()) : written;
        }

        @Override
        public String toString() {
            return name + " " + version;
        }
    }

    record Release(int major, int minor) implements Comparable<Release> {

        private static final Pattern NUMBERS = Pattern.compile("(\\d{1,6})\\.(\\d{1,6}).*");

        static Release of(final String version) {
            final Matcher numbers = NUMBERS.matcher(version);
            return numbers.matches()
                    ? new Release(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)))
                    : OLDEST;
        }

        @Override
        public int compareTo(final Release other) {
            return major == other.major ? Integer.compare(minor, other.minor) : Integer.compare(major, other.major);
        }

        @Override
        public String toString() {
            return major + "." + minor;
        }
    }
}
