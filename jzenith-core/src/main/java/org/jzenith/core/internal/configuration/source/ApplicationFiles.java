package org.jzenith.core.internal.configuration.source;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;

/** Finds and reads the files of settings, each once, in the order of precedence. */
public final class ApplicationFiles {

    private static final List<String> FORMATS = List.of(".properties", ".yaml", ".yml");

    private final Predicate<String> isMap;
    private final Profiles profiles;
    private final List<Path> directories;
    private final @Nullable ClassLoader classPath;
    private final List<StartProblem> problems = new ArrayList<>();
    private final List<Map<String, Setting>> all = new ArrayList<>();

    public ApplicationFiles(
            final Predicate<String> isMap,
            final Profiles profiles,
            final List<Path> directories,
            final @Nullable ClassLoader classPath) {
        this.isMap = isMap;
        this.profiles = profiles;
        this.directories = directories;
        this.classPath = classPath;
    }

    /** The working directory, then the directory of the jar that was started with {@code java -jar}. */
    public static List<Path> directories(final Map<String, String> systemProperties) {
        final Path working =
                Path.of(systemProperties.getOrDefault("user.dir", "")).toAbsolutePath();
        final Set<Path> directories = new LinkedHashSet<>();
        directories.add(working);
        final String jar = systemProperties.getOrDefault("java.class.path", "");
        if (jar.endsWith(".jar") && jar.indexOf(File.pathSeparatorChar) < 0) {
            final @Nullable Path parent = working.resolve(jar).normalize().getParent();
            if (parent != null) {
                directories.add(parent);
            }
        }
        return List.copyOf(directories);
    }

    /** The settings of all files, the most important first. */
    public List<Map<String, Setting>> read(final @Nullable String named) {
        final List<Map<String, Setting>> ordered = new ArrayList<>();
        if (named != null) {
            ordered.add(profiles.effective(named(named)));
        }
        final List<Function<String, SettingsFile>> locations = new ArrayList<>();
        directories.forEach(directory -> locations.add(name -> in(directory, name)));
        locations.add(this::onClassPath);
        final List<Map<String, Setting>> always = new ArrayList<>();
        for (final Function<String, SettingsFile> location : locations) {
            for (int i = profiles.active().size() - 1; i >= 0; i--) {
                for (final String format : FORMATS) {
                    final String name = "application-" + profiles.active().get(i) + format;
                    ordered.add(profiles.effective(collect(location.apply(name))));
                }
            }
            for (final String format : FORMATS) {
                final Map<String, Setting> settings = collect(location.apply("application" + format));
                ordered.add(profiles.selected(settings));
                always.add(Profiles.plain(settings));
            }
        }
        ordered.addAll(always);
        ordered.removeIf(Map::isEmpty);
        return ordered;
    }

    public List<StartProblem> problems() {
        return problems;
    }

    /** The settings of all files, also those of profiles that are not active. */
    public List<Map<String, Setting>> everything() {
        return all;
    }

    private Map<String, Setting> collect(final SettingsFile file) {
        problems.addAll(file.problems());
        all.add(file.settings());
        return file.settings();
    }

    private Map<String, Setting> named(final String name) {
        final Path file =
                directories.isEmpty() ? Path.of(name) : directories.get(0).resolve(name);
        if (FORMATS.stream().noneMatch(name::endsWith)) {
            return refused("Unknown file format: " + name + ".", "Name a .properties, .yaml or .yml file.");
        }
        if (!Files.isRegularFile(file)) {
            return refused("The file " + name + " does not exist.", "Create it, or name another file with --config.");
        }
        return collect(SettingsFile.of(url(file), name, isMap));
    }

    private Map<String, Setting> refused(final String what, final String remedy) {
        problems.add(StartProblem.of(what).from("--config (command line)").remedy(remedy));
        return new LinkedHashMap<>();
    }

    private SettingsFile in(final Path directory, final String name) {
        final Path file = directory.resolve(name);
        final boolean working = directory.equals(directories.get(0));
        return Files.isRegularFile(file)
                ? SettingsFile.of(url(file), working ? name : file.toString(), isMap)
                : SettingsFile.NONE;
    }

    private SettingsFile onClassPath(final String name) {
        final @Nullable URL file = classPath == null ? null : classPath.getResource(name);
        return file == null ? SettingsFile.NONE : SettingsFile.of(file, name + " (class path)", isMap);
    }

    private static URL url(final Path file) {
        try {
            return file.toUri().toURL();
        } catch (final MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
