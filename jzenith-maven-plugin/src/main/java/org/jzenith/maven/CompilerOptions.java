package org.jzenith.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.component.configurator.expression.ExpressionEvaluationException;
import org.codehaus.plexus.component.configurator.expression.ExpressionEvaluator;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.jspecify.annotations.Nullable;

/** The options for javac that the maven-compiler-plugin of a project would use for its main sources. */
final class CompilerOptions {

    private final ExpressionEvaluator expressions;
    private final @Nullable Xpp3Dom configuration;

    CompilerOptions(final MavenProject project, final ExpressionEvaluator expressions) {
        this.expressions = expressions;
        this.configuration = project.getGoalConfiguration(
                "org.apache.maven.plugins", "maven-compiler-plugin", "default-compile", "compile");
    }

    /**
     * Returns the options, except options that name folders.
     *
     * @param processorPath the files of the annotation processors; empty if none are configured
     */
    List<String> all(final List<File> processorPath) {
        final List<String> options = new ArrayList<>();
        final String release = value("release", "maven.compiler.release");
        if (release != null) {
            options.addAll(List.of("--release", release));
        } else {
            add(options, "-source", value("source", "maven.compiler.source"));
            add(options, "-target", value("target", "maven.compiler.target"));
        }
        options.add("-g");
        if (isTrue("parameters", "maven.compiler.parameters")) {
            options.add("-parameters");
        }
        if (isTrue("enablePreview", "maven.compiler.enablePreview")) {
            options.add("--enable-preview");
        }
        if (isTrue("failOnWarning", "maven.compiler.failOnWarning")) {
            options.add("-Werror");
        }
        final String proc = value("proc", "maven.compiler.proc");
        if (proc != null) {
            options.add("-proc:" + proc);
        }
        final List<String> processors = list("annotationProcessors");
        if (!processors.isEmpty()) {
            options.addAll(List.of("-processor", String.join(",", processors)));
        }
        if (!processorPath.isEmpty()) {
            options.addAll(List.of(
                    "-processorpath",
                    String.join(
                            File.pathSeparator,
                            processorPath.stream().map(File::getPath).toList())));
        }
        named().forEach((name, value) -> {
            options.add(name.startsWith("-") ? name : "-" + name);
            if (value != null) {
                options.add(value);
            }
        });
        options.addAll(list("compilerArgs"));
        add(options, null, value("compilerArgument", null));
        // The development mode compiles in its own JVM, which has no options for Error Prone.
        options.removeIf(option -> option.startsWith("-J") || option.startsWith("-Xplugin:ErrorProne"));
        return options;
    }

    private static void add(final List<String> options, final @Nullable String name, final @Nullable String value) {
        if (value != null) {
            if (name != null) {
                options.add(name);
            }
            options.add(value);
        }
    }

    String encoding() {
        final String encoding = value("encoding", "project.build.sourceEncoding");
        return encoding == null ? "UTF-8" : encoding;
    }

    /** Returns the configured artifacts of the annotation processors. */
    List<Xpp3Dom> processorArtifacts() {
        final Xpp3Dom paths = configuration == null ? null : configuration.getChild("annotationProcessorPaths");
        return paths == null ? List.of() : List.of(paths.getChildren());
    }

    private Map<String, @Nullable String> named() {
        final Map<String, @Nullable String> named = new TreeMap<>();
        final Xpp3Dom arguments = configuration == null ? null : configuration.getChild("compilerArguments");
        if (arguments != null) {
            for (final Xpp3Dom argument : arguments.getChildren()) {
                named.put(argument.getName(), evaluated(argument.getValue()));
            }
        }
        return named;
    }

    private List<String> list(final String name) {
        final List<String> values = new ArrayList<>();
        final Xpp3Dom list = configuration == null ? null : configuration.getChild(name);
        if (list != null) {
            for (final Xpp3Dom item : list.getChildren()) {
                final String value = evaluated(item.getValue());
                if (value != null) {
                    values.add(value);
                }
            }
        }
        return values;
    }

    private boolean isTrue(final String name, final String property) {
        return Boolean.parseBoolean(value(name, property));
    }

    private @Nullable String value(final String name, final @Nullable String property) {
        final Xpp3Dom child = configuration == null ? null : configuration.getChild(name);
        final String configured = child == null ? null : evaluated(child.getValue());
        return configured != null || property == null ? configured : evaluated("${" + property + "}");
    }

    /** Returns a value with its properties replaced; null if it is empty or a property is unknown. */
    @Nullable
    String evaluated(final @Nullable String text) {
        try {
            final Object value = text == null ? null : expressions.evaluate(text);
            final String evaluated = value == null ? "" : value.toString();
            return evaluated.isBlank() || evaluated.startsWith("${") ? null : evaluated;
        } catch (final ExpressionEvaluationException e) {
            return null;
        }
    }
}
