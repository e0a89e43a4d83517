package org.jzenith.sql.internal.migration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.driver.PluginMigrations;

/**
 * Finds mistakes in the migrations of plugins.
 *
 * @param all the migrations of plugins for all databases
 * @param database the name of the database's plugin whose migrations are looked for
 * @param isDatabase returns true for the name of a database's plugin
 */
record PluginMigrationsCheck(List<PluginMigrations> all, String database, Predicate<String> isDatabase) {

    /** Returns the problems of these migrations. Those that are not about one database are equal for all databases. */
    List<StartProblem> problems(final ClassLoader loader) throws IOException {
        final List<StartProblem> problems = new ArrayList<>();
        final Set<String> names = new HashSet<>();
        for (final PluginMigrations each : all) {
            if (!names.add(each.name())) {
                problems.add(StartProblem.of("Two plugins have migrations with the name '" + each.name()
                                + "', so they would share a history.")
                        .remedy("Give one of them another name in its PluginMigrations."));
            }
            if (each.database().equals(database)) {
                addProblemsOfFiles(each, loader, problems);
            } else if (!isDatabase.test(each.database())) {
                problems.add(StartProblem.of("The migrations '" + each.name() + "' are for the database plugin '"
                                + each.database() + "', which the application does not have.")
                        .remedy("Add this plugin, or correct the database in the PluginMigrations."));
            }
        }
        return problems;
    }

    private static void addProblemsOfFiles(
            final PluginMigrations migrations, final ClassLoader loader, final List<StartProblem> problems)
            throws IOException {
        final MigrationFiles files = new MigrationFiles(migrations.locations(), loader, true);
        for (final String location : migrations.locations()) {
            if (!files.locations().contains(location)) {
                problems.add(StartProblem.of("The location '" + location + "' of the migrations '" + migrations.name()
                                + "' does not exist.")
                        .remedy("Correct the location in the PluginMigrations."));
            }
        }
        problems.addAll(files.names().problems());
    }
}
