package org.jzenith.sql.internal.migration;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;

/** The names of the files in the folders of the migrations. Flyway ignores a file whose name it does not recognise. */
final class MigrationNames {

    private static final String SUFFIX = ".sql";
    private static final Pattern VERSIONED =
            Pattern.compile("[vV]?[ _]*([0-9]+(?:[._][0-9]+)*)[-_. ]+([^-_. ].*)", Pattern.DOTALL);
    private static final Pattern REPEATABLE = Pattern.compile("[rR][-_. ]+([^-_. ].*)", Pattern.DOTALL);
    private static final Pattern FIRST_NUMBER = Pattern.compile("V([0-9]+).*", Pattern.DOTALL);

    private final List<StartProblem> problems = new ArrayList<>();
    private BigInteger highest = BigInteger.ZERO;
    private @Nullable String latest;
    private final boolean knowsNames;
    private @Nullable FlywayNames parser;

    /** @param knowsNames false if Flyway is missing, which knows the names of migrations */
    MigrationNames(final boolean knowsNames) {
        this.knowsNames = knowsNames;
    }

    /** @param location the place of the file, for messages */
    void add(final String file, final String location) {
        final Matcher number = FIRST_NUMBER.matcher(file);
        if (number.matches()) {
            highest = highest.max(new BigInteger(number.group(1)));
        }
        // The files of editors and operating systems begin with a dot.
        if (!knowsNames || !file.toLowerCase(Locale.ROOT).endsWith(SUFFIX) || file.startsWith(".")) {
            return;
        }
        if (parser().isMigration(file)) {
            if (parser().isLater(file, latest)) {
                latest = file;
            }
            return;
        }
        final String meant = meant(file.substring(0, file.length() - SUFFIX.length()));
        problems.add(StartProblem.of("The file " + file
                        + " among the migrations would not be applied, because its name does not have the form of a "
                        + "migration's name.")
                .from(location)
                .remedy(
                        meant == null
                                ? "Name it V<version>__<description>.sql with two underscores, for example V"
                                        + nextVersion() + "__" + file + ", or move it to another folder."
                                : "Did you mean " + meant + "?"));
    }

    private FlywayNames parser() {
        if (parser == null) {
            parser = new FlywayNames();
        }
        return parser;
    }

    private @Nullable String meant(final String name) {
        final Matcher versioned = VERSIONED.matcher(name);
        final Matcher repeatable = REPEATABLE.matcher(name);
        final String meant = versioned.matches()
                ? "V" + versioned.group(1) + "__" + versioned.group(2) + SUFFIX
                : repeatable.matches() ? "R__" + repeatable.group(1) + SUFFIX : null;
        return meant != null && parser().isMigration(meant) ? meant : null;
    }

    /** Returns the file with the highest version so far; null if none has a version. */
    @Nullable
    String latest() {
        return latest;
    }

    /** The number after the highest among the files so far. */
    String nextVersion() {
        return highest.add(BigInteger.ONE).toString();
    }

    List<StartProblem> problems() {
        return List.copyOf(problems);
    }
}
