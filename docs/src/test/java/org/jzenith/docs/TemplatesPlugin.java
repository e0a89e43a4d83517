package org.jzenith.docs;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Finds a missing template at start, and not with the first e-mail. */
public final class TemplatesPlugin implements Plugin {

    @ConfigMapping(prefix = "templates")
    interface TemplateSettings {

        @WithDefault("welcome.txt")
        List<String> files();
    }

    /** Creates the plugin. */
    public TemplatesPlugin() {}

    @Override
    public String name() {
        return "templates";
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(TemplateSettings.class);
    }

    // region option
    @Override
    public List<CommandLineOption> commandLineOptions() {
        return List.of(new CommandLineOption(
                "templates",
                "list the templates and exit",
                injector -> String.join(
                        "\n", injector.getInstance(TemplateSettings.class).files())));
    }
    // endregion

    // region check
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            final Configuration configuration = injector.getInstance(Configuration.class);
            final List<StartProblem> problems = new ArrayList<>();
            for (final String file :
                    injector.getInstance(TemplateSettings.class).files()) {
                if (TemplatesPlugin.class.getResource("/" + file) == null) {
                    problems.add(StartProblem.of("There is no template " + file + " on the class path.")
                            .from(configuration.origin("templates.files").orElse("the default of templates.files"))
                            .remedy("Add the file to src/main/resources, or remove it from templates.files."));
                }
            }
            if (!problems.isEmpty()) {
                throw new StartException(problems);
            }
        });
    }
    // endregion
}
