package org.jzenith.core.configuration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.configuration.source.Setting;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * All settings of an application, read once, with the source of each.
 *
 * <p>A key is looked up in these sources, the strongest first: overrides of a test, command line ({@code --rest.port=9090}), system
 * properties, environment ({@code REST_PORT}), the file named by {@code --config}, files and {@code %} keys of the profiles, {@code
 * application.properties} or {@code .yaml} beside the jar and then on the class path, {@code withConfiguration} in code, settings that
 * plugins provide, the default on the interface.
 *
 * <p>Injectable. Immutable and safe for use by many threads.
 */
public final class Configuration {

    /** Matches a possible environment variable inside a sentence. */
    private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9]*(_[A-Z0-9]+)+");

    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9.-]*[a-z0-9]");

    private final KeyCatalogue catalogue;
    private final CommandLineArguments arguments;
    private final @Nullable Sources sources;
    private final @Nullable Mapping mapping;
    private final String name;

    private Configuration(
            final KeyCatalogue catalogue,
            final CommandLineArguments arguments,
            final @Nullable Sources sources,
            final @Nullable Mapping mapping,
            final String name) {
        this.name = name;
        this.catalogue = catalogue;
        this.arguments = arguments;
        this.sources = sources;
        this.mapping = mapping;
    }

    /**
     * Creates a builder that reads a configuration.
     *
     * @param arguments the command line
     * @return a builder that also sees system properties, environment and files
     */
    public static Builder builder(final List<String> arguments) {
        return new Builder(arguments);
    }

    /**
     * Returns the keys that interfaces declare.
     *
     * @param types {@code @ConfigMapping} interfaces
     * @return the keys in the order of their names
     * @throws StartException if one of the types is not such an interface
     */
    public static List<ConfigurationKey> keys(final Collection<Class<?>> types) {
        final KeyCatalogue catalogue = KeyCatalogue.of(
                types.stream().map(type -> new MappedInterface(type, "")).toList());
        if (!catalogue.problems().isEmpty()) {
            throw new StartException(catalogue.problems());
        }
        return catalogue.keys();
    }

    /** Collects the sources of a configuration, and reads them. Not thread-safe. */
    public static final class Builder {

        private final List<String> arguments;
        private final Map<String, Object> code = new LinkedHashMap<>();
        private final Map<String, Object> overrides = new LinkedHashMap<>();
        private final Set<MappedInterface> types = new LinkedHashSet<>();
        private final Map<Class<?>, String> optional = new LinkedHashMap<>();
        private final Map<String, CommandLineArguments.Option> options = new LinkedHashMap<>();
        private Sources.@Nullable ProcessEnvironment process;
        private boolean files = true;

        private Builder(final List<String> arguments) {
            this.arguments = List.copyOf(arguments);
        }

        /**
         * Adds values given in code by {@code withConfiguration}.
         *
         * @param values key and value; a collection or map as value sets a list or a map of settings
         * @return this reader
         */
        public Builder withCode(final Map<String, Object> values) {
            code.putAll(values);
            return this;
        }

        /**
         * Adds values of a test, which override every other source.
         *
         * @param values key and value, as for {@link #withCode}
         * @return this reader
         */
        public Builder withOverrides(final Map<String, Object> values) {
            overrides.putAll(values);
            return this;
        }

        /**
         * Adds interfaces that declare the known keys.
         *
         * @param added {@code @ConfigMapping} interfaces
         * @return this reader
         */
        public Builder withTypes(final Collection<Class<?>> added) {
            return withTypes("", added);
        }

        /**
         * Adds interfaces that a plugin with a qualifier reads. Their keys have the qualifier after the prefix.
         *
         * @param qualifier the qualifier, for example {@code replica}; empty for none
         * @param added {@code @ConfigMapping} interfaces
         * @return this reader
         */
        public Builder withTypes(final String qualifier, final Collection<Class<?>> added) {
            added.forEach(type -> types.add(new MappedInterface(type, qualifier)));
            return this;
        }

        /**
         * Adds the interfaces of plugin parts that the application has not added. Their keys fail startup, with the advice to add the part.
         *
         * @param advice a sentence that says how to add the part, by {@code @ConfigMapping} interface
         * @return this reader
         */
        public Builder withOptionalTypes(final Map<Class<?>, String> advice) {
            optional.putAll(advice);
            return this;
        }

        /**
         * Adds an option of the command line that is neither a flag of the framework nor a setting.
         *
         * @param option the name without dashes
         * @param placeholder the word for its value; empty for an option without a value
         * @param description one line for {@code --help}
         * @return this reader
         */
        public Builder withOption(final String option, final String placeholder, final String description) {
            options.put(option, new CommandLineArguments.Option(placeholder, description));
            return this;
        }

        /**
         * Ignores all files except the one named on the command line.
         *
         * @return this reader
         */
        public Builder withoutFiles() {
            files = false;
            return this;
        }

        Builder withProcessEnvironment(final Sources.ProcessEnvironment given) {
            this.process = given;
            return this;
        }

        /**
         * Reads all sources. With {@code --help} on the command line it reads nothing else, so that help is available even if other
         * settings are wrong.
         *
         * @return the settings
         * @throws StartException with all problems at once
         */
        public Configuration read() {
            final List<StartProblem> wrong = new ArrayList<>();
            final List<StartProblem> unknown = new ArrayList<>();
            final Configuration made = read(wrong, unknown);
            return sound(made, wrong, unknown);
        }

        /**
         * Reads all sources as far as possible. The caller can then look for other mistakes, and report all of them together.
         *
         * @param wrong receives problems that make settings missing or unreliable
         * @param unknown receives problems about undeclared keys, which do not affect the settings that were read
         * @return the settings; an interface with a problem has no instance
         */
        public Configuration read(final List<StartProblem> wrong, final List<StartProblem> unknown) {
            final KeyCatalogue catalogue = KeyCatalogue.of(types, optional);
            final CommandLineArguments parsed = CommandLineArguments.parse(arguments, catalogue, options);
            if (parsed.has(CommandLineArguments.HELP)) {
                return new Configuration(catalogue, parsed, null, null, "");
            }
            final Sources.ProcessEnvironment given = process == null ? Sources.ProcessEnvironment.ofProcess() : process;
            final Sources.ProcessEnvironment from = files ? given : given.withoutFiles();
            return assemble(catalogue, parsed, Sources.read(catalogue, parsed, from, overrides, code), wrong, unknown);
        }
    }

    private static Configuration assemble(
            final KeyCatalogue catalogue,
            final CommandLineArguments arguments,
            final Sources sources,
            final List<StartProblem> wrong,
            final List<StartProblem> unknown) {
        final Mapping mapping = new Mapping(catalogue, sources);
        wrong.addAll(catalogue.problems());
        wrong.addAll(arguments.problems());
        wrong.addAll(sources.problems());
        unknown.addAll(sources.unknownKeys());
        wrong.addAll(mapping.problems());
        return new Configuration(catalogue, arguments, sources, mapping, "");
    }

    private static Configuration sound(
            final Configuration made, final List<StartProblem> wrong, final List<StartProblem> unknown) {
        final List<StartProblem> problems = new ArrayList<>(unknown);
        problems.addAll(wrong);
        if (!problems.isEmpty()) {
            throw new StartException(problems, made.debug());
        }
        return made;
    }

    /**
     * Returns warnings about keys of plugins that were not added. Such keys are probably mistakes, but do not fail startup.
     *
     * @return empty for the result of {@link #withDevelopmentConfiguration}
     */
    public List<StartProblem> warnings() {
        return read(sources).warnings();
    }

    /**
     * Returns these settings together with those that plugins provide. Does not read the sources again.
     *
     * @param provided key and value by the name of the plugin; where two provide the same key, the first wins
     * @return a new configuration
     * @throws StartException with all problems at once
     */
    public Configuration withPluginConfiguration(final Map<String, Map<String, String>> provided) {
        final List<StartProblem> wrong = new ArrayList<>();
        final List<StartProblem> unknown = new ArrayList<>();
        return sound(withPluginConfiguration(provided, wrong, unknown), wrong, unknown);
    }

    /**
     * Returns these settings together with those that plugins announce, as far as they can be read. Does not read the sources again.
     *
     * @param announced key and value by the name of the plugin
     * @param wrong receives problems that make settings missing or unreliable
     * @param unknown receives problems about undeclared keys
     * @return a new configuration; an interface with a problem has no instance
     */
    public Configuration withPluginConfiguration(
            final Map<String, Map<String, String>> announced,
            final List<StartProblem> wrong,
            final List<StartProblem> unknown) {
        return assemble(catalogue, arguments, read(sources).with(catalogue, announced), wrong, unknown);
    }

    /**
     * Returns these settings with the overrides of development mode. Does not read the sources again, and does not report their problems
     * again.
     *
     * @param values values by key; they override every source
     * @return a new configuration
     */
    public Configuration withDevelopmentConfiguration(final Map<String, String> values) {
        return assemble(
                catalogue,
                arguments,
                read(sources).below(values, "the development mode"),
                new ArrayList<>(),
                new ArrayList<>());
    }

    /**
     * Returns these settings as a plugin with a qualifier sees them: {@link #get} returns the settings of that plugin, and {@code
     * postgresql.host} means {@code postgresql.replica.host} in every method that takes a key. Interfaces and keys that this plugin does
     * not read are unchanged.
     *
     * @param qualifier the qualifier, for example {@code replica}; empty for none
     * @return a new view of this configuration
     */
    public Configuration qualified(final String qualifier) {
        return new Configuration(catalogue, arguments, sources, mapping, qualifier);
    }

    /**
     * Returns the qualifier of this view.
     *
     * @return empty for the application and for plugins without qualifier
     */
    public String qualifier() {
        return name;
    }

    /**
     * Returns the qualifiers of the plugins that read a key, for a plugin that serves all of them.
     *
     * @param key the name without qualifier, for example {@code postgresql.host}
     * @return each qualifier once, with an empty text for a plugin without qualifier; an empty result if no plugin reads the key
     */
    public List<String> qualifiers(final String key) {
        return catalogue.qualifiers(key);
    }

    /**
     * Returns the full name of a key in this view, for reports.
     *
     * @param key the name without qualifier, for example {@code postgresql.host}
     * @return the name under which an operator sets it, for example {@code postgresql.replica.host}
     */
    public String key(final String key) {
        return catalogue.qualified(key, name);
    }

    /**
     * Returns a plugin's problem in which all keys have their full names.
     *
     * @param problem a problem whose keys have no qualifier
     * @return the same problem with the keys that an operator sets
     */
    public StartProblem withFullKeys(final StartProblem problem) {
        final StartProblem full = StartProblem.of(withFullKeys(problem.what()))
                .from(problem.origin() == null ? null : withFullKeys(problem.origin()));
        final StartProblem remedied = problem.remedy() == null ? full : full.remedy(withFullKeys(problem.remedy()));
        return problem.cause() == null ? remedied : remedied.causedBy(problem.cause());
    }

    private String withFullKeys(final String text) {
        final String keys = WORD.matcher(text)
                .replaceAll(word -> Matcher.quoteReplacement(
                        catalogue.knows(key(word.group())) ? key(word.group()) : word.group()));
        return VARIABLE.matcher(keys)
                .replaceAll(word -> Matcher.quoteReplacement(catalogue.qualifiedVariable(word.group(), name)));
    }

    /**
     * Returns the settings of one interface.
     *
     * @param type a {@code @ConfigMapping} interface that was given to the reader
     * @param <T> the interface
     * @return the instance, always the same
     * @throws IllegalArgumentException if the interface was not given to the reader
     * @throws IllegalStateException if nothing was read because of {@code --help}
     */
    public <T> T get(final Class<T> type) {
        final Object own = read(mapping).instance(new MappedInterface(type, name));
        final Object instance = own == null ? read(mapping).instance(new MappedInterface(type, "")) : own;
        if (instance == null) {
            throw new IllegalArgumentException(
                    "The interface " + type.getName()
                            + " is not known. Pass it to withSettings(..), or return it from the configurations() of a plugin.");
        }
        return type.cast(instance);
    }

    /**
     * Returns true if a source sets this key; the default on the interface is not a source.
     *
     * @param key the full name, for example {@code rest.port}
     * @return true if any source has it
     */
    public boolean isSet(final String key) {
        return origin(key).isPresent();
    }

    /**
     * Returns the source of a key's value as an operator knows it: {@code REST_PORT (environment)}.
     *
     * @param key the full name, for example {@code rest.port}
     * @return the source, or empty if no source sets the key
     */
    public Optional<String> origin(final String key) {
        return Optional.ofNullable(read(sources).winner(key(key))).map(Setting::origin);
    }

    /**
     * Returns the value of a key as text, with expressions expanded and secrets as they are.
     *
     * @param key the full name, for example {@code rest.port}
     * @return the value, or empty if the key has none
     */
    public Optional<String> value(final String key) {
        return Optional.ofNullable(read(mapping).value(key(key)));
    }

    /**
     * Masks passwords in addresses and parameters of a text of unknown origin, such as a driver's message.
     *
     * @param text the text to show
     * @return the text with each such password replaced by {@code ****}
     */
    public static String masked(final String text) {
        return Masker.maskCredentials(text);
    }

    /**
     * Returns the profiles that were chosen by {@code --profile}, {@code jzenith.profile} or {@code JZENITH_PROFILE}.
     *
     * @return names, each overriding the names before it; empty if none was chosen
     */
    public List<String> profiles() {
        return read(sources).profiles();
    }

    /** {@return true if {@code --help} was given: the application shows {@link #help} and exits} */
    public boolean wantsHelp() {
        return arguments.has(CommandLineArguments.HELP);
    }

    /** {@return true if {@code --explain-config} was given: the application shows {@link #explain} and exits} */
    public boolean wantsExplanation() {
        return arguments.has(CommandLineArguments.EXPLAIN);
    }

    /** {@return true if {@code --check} was given: the application looks for mistakes and exits} */
    public boolean wantsCheck() {
        return arguments.has(CommandLineArguments.CHECK);
    }

    /** {@return the names of the options on the command line that {@link Builder#withOption} declared} */
    public List<String> options() {
        return arguments.options().keySet().stream()
                .filter(arguments::hasOption)
                .toList();
    }

    /**
     * Returns the value of an option.
     *
     * @param option a name of {@link #options}
     * @return {@code true} for an option without a value
     */
    public String optionValue(final String option) {
        final String value = arguments.value(option);
        return value == null ? "" : value;
    }

    /** {@return true if {@code --training-run} was given: the application exits when its plugins have warmed up} */
    public boolean wantsTraining() {
        return arguments.has(CommandLineArguments.TRAINING);
    }

    /** {@return true if {@code --debug} was given: a failed start shows stack traces} */
    public boolean debug() {
        return arguments.has(CommandLineArguments.DEBUG);
    }

    /** {@return the text of {@code --help}: all keys with type, default and description, and the flags} */
    public String help() {
        return ConfigurationText.help(catalogue, arguments.options());
    }

    /**
     * Returns the text of {@code --explain-config}: every key, its value, its source, and the sources that it overrides. Secrets are
     * masked.
     *
     * @return lines for a terminal
     * @throws IllegalStateException if nothing was read because of {@code --help}
     */
    public String explain() {
        return ConfigurationText.explain(catalogue, read(sources), read(mapping)::value);
    }

    /** Returns the names of the keys that are set; never a value. */
    @Override
    public String toString() {
        return "Configuration" + (sources == null ? Set.of() : sources.names());
    }

    private static <T> T read(final @Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("The command line has --help, so no configuration was read.");
        }
        return part;
    }
}
