package org.jzenith.core.configuration;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.configuration.source.ApplicationFiles;
import org.jzenith.core.internal.configuration.source.Profiles;
import org.jzenith.core.internal.configuration.source.Setting;
import org.jzenith.core.internal.configuration.source.Source;
import org.jzenith.core.problem.StartProblem;

/** All sources of settings, read once, in the order of precedence. */
final class Sources {

    private static final int HIGHEST = 10_000;

    private final List<Source> ordered = new ArrayList<>();
    private final List<StartProblem> problems = new ArrayList<>();
    private final List<StartProblem> unknownKeys = new ArrayList<>();
    private final List<StartProblem> warnings = new ArrayList<>();

    private Sources() {}

    /**
     * The inputs of the sources, apart from the command line and the code.
     *
     * @param systemProperties a snapshot
     * @param environment a snapshot
     * @param directories are searched for files, the working directory first
     * @param classPath is searched for files after the directories; null for none
     */
    record ProcessEnvironment(
            Map<String, String> systemProperties,
            Map<String, String> environment,
            List<Path> directories,
            @Nullable ClassLoader classPath) {

        static ProcessEnvironment ofProcess() {
            final Map<String, String> properties = new LinkedHashMap<>();
            System.getProperties().forEach((name, value) -> properties.put(name.toString(), value.toString()));
            final @Nullable ClassLoader context = Thread.currentThread().getContextClassLoader();
            return new ProcessEnvironment(
                    properties,
                    System.getenv(),
                    ApplicationFiles.directories(properties),
                    context == null ? Sources.class.getClassLoader() : context);
        }

        ProcessEnvironment withoutFiles() {
            return new ProcessEnvironment(systemProperties, environment, List.of(), null);
        }
    }

    private List<String> profiles = List.of();

    /** The chosen profiles, the strongest last. */
    List<String> profiles() {
        return profiles;
    }

    static Sources read(
            final KeyCatalogue catalogue,
            final CommandLineArguments arguments,
            final ProcessEnvironment process,
            final Map<String, Object> overrides,
            final Map<String, Object> code) {
        final Sources sources = new Sources();
        final UnknownKeys unknown = new UnknownKeys(catalogue);
        final Map<String, Setting> test = values(overrides, "an override of the test");
        final Map<String, Setting> inCode = values(code, "withConfiguration in code");
        final Map<String, String> properties = process.systemProperties();
        final EnvironmentVariables environment = new EnvironmentVariables(catalogue, process.environment());
        final Profiles profiles = Profiles.choose(
                arguments.value(CommandLineArguments.PROFILE),
                value(test, KeyCatalogue.PROFILE),
                value(arguments.settings(), KeyCatalogue.PROFILE),
                properties.get(KeyCatalogue.PROFILE),
                environment.value(KeyCatalogue.PROFILE),
                value(inCode, KeyCatalogue.PROFILE));

        sources.profiles = profiles.active();
        unknown.check(test);
        sources.add("overrides", profiles.effective(test));
        sources.add("command line", profiles.effective(arguments.settings()));
        final Map<String, Setting> owned = systemProperties(catalogue, properties);
        unknown.check(owned);
        sources.add("system properties", profiles.effective(owned), properties::get);
        final ApplicationFiles files =
                new ApplicationFiles(catalogue::isMap, profiles, process.directories(), process.classPath());
        final List<Map<String, Setting>> read = files.read(arguments.value(CommandLineArguments.CONFIG));
        final Set<String> known = sources.names();
        read.forEach(file -> known.addAll(file.keySet()));
        known.addAll(profiles.effective(inCode).keySet());
        sources.unknownKeys.addAll(environment.unknown(profiles, known));
        sources.add("environment", environment.settings(profiles, known), environment::foreign);
        read.forEach(file -> sources.add("file", file));
        sources.problems.addAll(files.problems());
        files.everything().forEach(unknown::checkFile);
        unknown.checkAll(inCode);
        sources.add("code", profiles.effective(inCode));
        sources.unknownKeys.addAll(unknown.problems());
        sources.warnings.addAll(unknown.warnings());
        return sources;
    }

    /** Returns these sources and, below them, those that plugins provide. */
    Sources with(final KeyCatalogue catalogue, final Map<String, Map<String, String>> provided) {
        final Sources more = new Sources();
        more.profiles = profiles;
        more.ordered.addAll(ordered);
        more.problems.addAll(problems);
        more.warnings.addAll(warnings);
        final UnknownKeys unknown = new UnknownKeys(catalogue);
        provided.forEach((origin, values) -> {
            final Map<String, Setting> settings = values(values, "the plugin " + origin);
            unknown.check(settings);
            more.add(origin, settings);
        });
        more.unknownKeys.addAll(unknownKeys);
        more.unknownKeys.addAll(unknown.problems());
        return more;
    }

    /** Returns these sources below one more that overrides all of them. */
    Sources below(final Map<String, String> strongest, final String origin) {
        final Sources more = new Sources();
        more.ordered.add(new Source(origin, HIGHEST + 1, values(strongest, origin), key -> null));
        more.ordered.addAll(ordered);
        more.problems.addAll(problems);
        more.unknownKeys.addAll(unknownKeys);
        return more;
    }

    private static @Nullable String value(final Map<String, Setting> settings, final String key) {
        final Setting setting = settings.get(key);
        return setting == null ? null : setting.value();
    }

    private static Map<String, Setting> values(final Map<String, ?> values, final String origin) {
        final Map<String, Setting> settings = new LinkedHashMap<>();
        values.forEach((key, value) ->
                ValueConverters.flatten(key, value, (name, text) -> settings.put(name, new Setting(text, origin))));
        return settings;
    }

    private static Map<String, Setting> systemProperties(
            final KeyCatalogue catalogue, final Map<String, String> properties) {
        final Map<String, Setting> owned = new LinkedHashMap<>();
        for (final Map.Entry<String, String> property : properties.entrySet()) {
            final String name = property.getKey();
            final String key = Profiles.strip(name);
            if (catalogue.knows(key) || (catalogue.owns(key) && !UnknownKeys.isOfTheJvm(key))) {
                owned.put(name, new Setting(property.getValue(), "system property " + name));
            }
        }
        return owned;
    }

    private void add(final String name, final Map<String, Setting> settings) {
        add(name, settings, key -> null);
    }

    private void add(
            final String name, final Map<String, Setting> settings, final UnaryOperator<@Nullable String> beyond) {
        ordered.add(new Source(name + " " + ordered.size(), HIGHEST - ordered.size(), settings, beyond));
    }

    /** The strongest first. */
    List<Source> ordered() {
        return ordered;
    }

    List<StartProblem> problems() {
        return problems;
    }

    /** The problems of keys that no interface declares. */
    List<StartProblem> unknownKeys() {
        return unknownKeys;
    }

    /** The keys of plugins that were not added. */
    List<StartProblem> warnings() {
        return warnings;
    }

    /** The names of all keys that are set. */
    Set<String> names() {
        final Set<String> names = new TreeSet<>();
        ordered.forEach(source -> names.addAll(source.getPropertyNames()));
        return names;
    }

    /** All settings of a key, as written in the sources, the strongest first. */
    List<Setting> all(final String key) {
        final List<Setting> all = new ArrayList<>();
        for (final Source source : ordered) {
            final Setting setting = source.setting(key);
            if (setting != null) {
                all.add(setting);
            }
        }
        return all;
    }

    /** The setting with the highest precedence, as written in its source. */
    @Nullable
    Setting winner(final String key) {
        final List<Setting> all = all(key);
        return all.isEmpty() ? null : all.get(0);
    }
}
