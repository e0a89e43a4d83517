package org.jzenith.core.plugin;

import com.google.inject.Injector;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A command line option of a plugin, such as {@code --routes}. It prints a text, and the application ends. {@link
 * org.jzenith.core.Plugin#commandLineOptions} returns it.
 *
 * @param name the name without dashes: lower-case letters, digits and hyphens. If the plugin has a qualifier, a dot and the qualifier
 *     follow the name on the command line, unless the option is shared
 * @param placeholder the word for the option's value in {@code --help}, for example {@code FILE}; empty for an option without a value
 * @param description one line for {@code --help}, for example {@code list the routes and exit}
 * @param text creates the text from the application's objects and the option's value. Called on a thread that may block, after the checks
 *     of all plugins have succeeded. No plugin is prepared at that time, unless {@code prepared} is true. An exception fails startup; a
 *     {@link org.jzenith.core.problem.StartException} is reported unchanged. Null for an option that works {@linkplain #withoutApplication
 *     without the application}
 * @param standaloneText creates the text of an option that works without the application; null for other options
 * @param shared true if several plugins can have the option. It then runs for each of these plugins, one after another, and has no
 *     qualifier
 * @param connects true if the option uses the settings that plugins provide, such as the address of an embedded database
 * @param prepared true if the plugins are prepared before the text, for example connected to their databases
 */
public record CommandLineOption(
        String name,
        String placeholder,
        String description,
        @Nullable BiFunction<Injector, String, String> text,
        @Nullable Supplier<String> standaloneText,
        boolean shared,
        boolean connects,
        boolean prepared) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    /**
     * @throws IllegalArgumentException if the name has other characters, if the description is not one line, or unless exactly one of the
     *     two texts is set
     */
    public CommandLineOption {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("Invalid option name '" + name
                    + "'. Use lower-case letters, digits and hyphens, and start with a letter.");
        }
        if (description.isBlank() || description.lines().count() != 1) {
            throw new IllegalArgumentException("The description of --" + name + " is not one line.");
        }
        Objects.requireNonNull(placeholder, "placeholder");
        if ((text == null) == (standaloneText == null)) {
            throw new IllegalArgumentException("--" + name + " needs either a text or a standalone text.");
        }
    }

    /**
     * Creates an option without a value.
     *
     * @param name the name without dashes
     * @param description one line for {@code --help}
     * @param text creates the text from the application's objects
     * @throws IllegalArgumentException if the name has other characters, or the description is not one line
     */
    public CommandLineOption(final String name, final String description, final Function<Injector, String> text) {
        this(name, "", description, ignoringValue(text));
    }

    /**
     * Creates an option with the application's objects and a value.
     *
     * @param name the name without dashes
     * @param placeholder the word for the value in {@code --help}
     * @param description one line for {@code --help}
     * @param text creates the text from the application's objects and the value
     * @throws IllegalArgumentException if the name has other characters, or the description is not one line
     */
    public CommandLineOption(
            final String name,
            final String placeholder,
            final String description,
            final BiFunction<Injector, String, String> text) {
        this(name, placeholder, description, text, null, false, false, false);
    }

    /**
     * Creates an option that several plugins can have, such as {@code --migrate} for all databases. On the command line it runs for each of
     * these plugins, one after another; an exception ends the sequence.
     *
     * @param name the name without dashes, also for a plugin with a qualifier
     * @param placeholder the word for the value in {@code --help}; empty for an option without a value
     * @param description one line for {@code --help}, the same for all of these plugins
     * @param text creates the text from the application's objects and the value
     * @return an option for one of the plugins
     * @throws IllegalArgumentException if the name has other characters, or the description is not one line
     */
    public static CommandLineOption shared(
            final String name,
            final String placeholder,
            final String description,
            final BiFunction<Injector, String, String> text) {
        return new CommandLineOption(name, placeholder, description, text, null, true, false, false);
    }

    /**
     * Creates an option that also works if the application cannot start, for example because the setting that it helps to write is
     * missing. Together with this option, options that need the application are ignored.
     *
     * @param name the name without dashes
     * @param description one line for {@code --help}
     * @param text creates the text; called instead of the checks, on the thread that starts the application
     * @return an option without a value
     * @throws IllegalArgumentException if the name has other characters, or the description is not one line
     */
    public static CommandLineOption withoutApplication(
            final String name, final String description, final Supplier<String> text) {
        return new CommandLineOption(name, "", description, null, text, false, false, false);
    }

    /**
     * Returns this option for a text that needs a connection. Before the checks, each {@link ConfigurationProvider} provides its settings,
     * for example of an embedded database, and withdraws them after the text.
     *
     * @return a changed copy
     */
    public CommandLineOption connecting() {
        return new CommandLineOption(name, placeholder, description, text, standaloneText, shared, true, prepared);
    }

    /**
     * Returns this option for a text that uses what the plugins prepare, such as a migrated database. Works like {@link #connecting}. In
     * addition, each {@link org.jzenith.core.Plugin} is prepared after the checks, and closed after the text. No listener opens.
     *
     * @return a changed copy
     */
    public CommandLineOption afterPreparation() {
        return new CommandLineOption(name, placeholder, description, text, standaloneText, shared, true, true);
    }

    private static BiFunction<Injector, String, String> ignoringValue(final Function<Injector, String> text) {
        Objects.requireNonNull(text, "text");
        return (injector, value) -> text.apply(injector);
    }

    /** Returns true for an option with a value, as in {@code --openapi=FILE}. */
    public boolean takesValue() {
        return !placeholder.isEmpty();
    }
}
