package org.jzenith.maven;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Resource;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.PluginParameterExpressionEvaluator;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs the application in development mode: when you save a source or resource, it is compiled and the application restarts. The embedded
 * PostgreSQL keeps running with its data.
 *
 * <p>The application runs in its own JVM, with the project's dependencies of the scopes compile, runtime and provided.
 * Press Ctrl-C to shut it down gracefully.
 */
@Mojo(name = "dev", requiresDependencyResolution = ResolutionScope.TEST)
@Execute(phase = LifecyclePhase.PROCESS_CLASSES)
public final class DevMojo extends AbstractMojo {

    private static final String DEVELOPMENT = "org.jzenith.dev.internal.DevelopmentServer";
    private static final Set<String> SCOPES =
            Set.of(Artifact.SCOPE_COMPILE, Artifact.SCOPE_RUNTIME, Artifact.SCOPE_PROVIDED);
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|\\S+");
    private static final long END_LIMIT_SECONDS = 60;
    private static final long LOOK_MILLIS = 100;

    /** The class whose {@code main} starts the application. */
    @Parameter(property = "exec.mainClass", required = true)
    private @Nullable String mainClass;

    /** The command line of the application, separated by spaces, such as {@code --rest.port=9090}. */
    @Parameter(property = "jzenith.arguments")
    private @Nullable String arguments;

    /** Further arguments for the JVM, separated by spaces. */
    @Parameter(property = "jzenith.jvmArguments")
    private @Nullable String jvmArguments;

    /** Opens a port for a debugger on this machine: {@code true} for port 5005, or a port. */
    @Parameter(property = "jzenith.debug")
    private @Nullable String debug;

    /** True if the application waits for the debugger before it starts. */
    @Parameter(property = "jzenith.debug.suspend", defaultValue = "false")
    private boolean suspend;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
    private MojoExecution execution;

    @Parameter(defaultValue = "${plugin.artifacts}", readonly = true, required = true)
    private List<Artifact> pluginArtifacts;

    private final RepositorySystem repositories;

    /**
     * Created by Maven.
     *
     * @param repositories finds annotation processors
     */
    @Inject
    @SuppressWarnings("NullAway.Init") // Maven sets the fields
    public DevMojo(final RepositorySystem repositories) {
        this.repositories = repositories;
    }

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (mainClass == null || mainClass.isBlank()) {
            throw new MojoFailureException(
                    "The class with the main method is unknown. Set the property exec.mainClass in"
                            + " pom.xml, or start with -Dexec.mainClass=NAME.");
        }
        final Path target = Path.of(project.getBuild().getDirectory());
        final Path description = target.resolve("jzenith-dev.properties");
        try {
            Files.createDirectories(target);
            try (Writer writer = Files.newBufferedWriter(description)) {
                description(mainClass).store(writer, null);
            }
            run(command(description));
        } catch (final IOException e) {
            throw new MojoExecutionException("The development mode cannot be started: " + e.getMessage(), e);
        }
    }

    private Properties description(final String main) throws MojoExecutionException {
        final CompilerOptions compiler =
                new CompilerOptions(project, new PluginParameterExpressionEvaluator(session, execution));
        final Properties description = new Properties();
        description.setProperty("main-class", main);
        description.setProperty("directory", project.getBasedir().getPath());
        description.setProperty("classes", project.getBuild().getOutputDirectory());
        description.setProperty(
                "generated-sources", project.getBuild().getDirectory() + "/generated-sources/annotations");
        description.setProperty("encoding", compiler.encoding());
        add(description, "argument", split(arguments));
        add(description, "source", project.getCompileSourceRoots());
        add(description, "class-path", classPath());
        add(description, "option", compiler.all(processorPath(compiler)));
        final List<Resource> copied = new ArrayList<>();
        for (final Resource resource : project.getResources()) {
            if (resource.isFiltering()
                    || !resource.getIncludes().isEmpty()
                    || !resource.getExcludes().isEmpty()) {
                getLog().warn(resource.getDirectory()
                        + " is filtered by Maven, so changes in it are not noticed. After a change, run mvn process-resources and start "
                        + "again.");
            } else {
                copied.add(resource);
            }
        }
        add(description, "resource", copied.stream().map(Resource::getDirectory).toList());
        add(
                description,
                "resource-target",
                copied.stream()
                        .map(resource -> project.getBuild().getOutputDirectory()
                                + (resource.getTargetPath() == null ? "" : "/" + resource.getTargetPath()))
                        .toList());
        return description;
    }

    private static void add(final Properties description, final String key, final List<String> values) {
        for (int i = 0; i < values.size(); i++) {
            description.setProperty(key + "." + i, values.get(i));
        }
    }

    private List<String> classPath() {
        final List<String> classPath = new ArrayList<>();
        classPath.add(project.getBuild().getOutputDirectory());
        project.getArtifacts().stream()
                .filter(artifact -> SCOPES.contains(artifact.getScope())
                        && artifact.getArtifactHandler().isAddedToClasspath())
                .map(artifact -> artifact.getFile().getPath())
                .forEach(classPath::add);
        return classPath;
    }

    private List<File> processorPath(final CompilerOptions compiler) throws MojoExecutionException {
        final List<Dependency> roots = new ArrayList<>();
        for (final Xpp3Dom path : compiler.processorArtifacts()) {
            final String group = text(compiler, path, "groupId", "");
            final String name = text(compiler, path, "artifactId", "");
            if (name.equals("error_prone_core")) {
                continue; // CompilerOptions removes its options
            }
            roots.add(new Dependency(
                    new DefaultArtifact(
                            group,
                            name,
                            text(compiler, path, "classifier", ""),
                            text(compiler, path, "type", "jar"),
                            text(compiler, path, "version", managedVersion(group, name))),
                    "runtime"));
        }
        if (roots.isEmpty()) {
            return List.of();
        }
        final CollectRequest collect = new CollectRequest(roots, List.of(), project.getRemoteProjectRepositories());
        try {
            return repositories
                    .resolveDependencies(session.getRepositorySession(), new DependencyRequest(collect, null))
                    .getArtifactResults()
                    .stream()
                    .map(ArtifactResult::getArtifact)
                    .map(artifact -> artifact.getFile())
                    .toList();
        } catch (final DependencyResolutionException e) {
            throw new MojoExecutionException("The annotation processors cannot be found: " + e.getMessage(), e);
        }
    }

    private static String text(
            final CompilerOptions compiler, final Xpp3Dom parent, final String name, final String otherwise) {
        final Xpp3Dom child = parent.getChild(name);
        final String value = child == null ? null : compiler.evaluated(child.getValue());
        return value == null ? otherwise : value;
    }

    private String managedVersion(final String group, final String name) {
        return project.getDependencyManagement() == null
                ? ""
                : project.getDependencyManagement().getDependencies().stream()
                        .filter(managed -> managed.getGroupId().equals(group)
                                && managed.getArtifactId().equals(name))
                        .map(managed -> managed.getVersion())
                        .findFirst()
                        .orElse("");
    }

    private List<String> command(final Path description) throws MojoExecutionException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        if (Runtime.version().feature() >= 24) { // stops Java's warnings about Netty and Guice
            command.addAll(List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"));
        }
        // Compiler plugins of the project get these from .mvn/jvm.config, which configures Maven's JVM.
        final List<String> own = ManagementFactory.getRuntimeMXBean().getInputArguments();
        own.stream()
                .filter(argument -> argument.startsWith("--add-exports=") || argument.startsWith("--add-opens="))
                .forEach(command::add);
        if (debug != null && !debug.equals("false")) {
            final String port = debug.isBlank() || debug.equals("true") ? "5005" : debug;
            command.add("-agentlib:jdwp=transport=dt_socket,server=y,suspend=" + (suspend ? "y" : "n") + ",address="
                    + (port.indexOf(':') < 0 ? "localhost:" + port : port));
        }
        command.addAll(split(jvmArguments));
        new TreeMap<>(session.getUserProperties()).forEach((name, value) -> {
            if (isForTheApplication(name.toString())) {
                command.add("-D" + name + "=" + value);
            }
        });
        final Set<String> classPath = new LinkedHashSet<>(classPath());
        classPath.add(development().getPath());
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), DEVELOPMENT, description.toString()));
        getLog().debug("The development mode: " + command);
        return command;
    }

    /** Returns true for a -D property from the command line that belongs neither to Maven nor to this goal. */
    private static boolean isForTheApplication(final String property) {
        return Set.of("jzenith.", "exec.", "maven.", "env.").stream().noneMatch(property::startsWith)
                || property.equals("jzenith.profile");
    }

    private File development() throws MojoExecutionException {
        return pluginArtifacts.stream()
                .filter(artifact -> artifact.getArtifactId().equals("jzenith-dev"))
                .map(Artifact::getFile)
                .findFirst()
                .orElseThrow(() -> new MojoExecutionException(
                        "The artifact jzenith-dev is missing among the plugin's dependencies."));
    }

    /** Returns the words of a line. A word with spaces is in quotes. */
    private static List<String> split(final @Nullable String line) {
        final List<String> words = new ArrayList<>();
        final Matcher word = WORD.matcher(line == null ? "" : line);
        while (word.find()) {
            final String quoted = word.group(1) == null ? word.group(2) : word.group(1);
            words.add(quoted == null ? word.group() : quoted);
        }
        return words;
    }

    /** Runs the development mode until it ends. It also ends when its standard input does, for example because this JVM is killed. */
    private void run(final List<String> command) throws IOException, MojoFailureException {
        final Process process = new ProcessBuilder(command)
                .directory(project.getBasedir())
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        final Thread hook = new Thread(() -> end(process), "jzenith-dev-end");
        Runtime.getRuntime().addShutdownHook(hook);
        final Thread keyboard = new Thread(() -> pass(System.in, process.getOutputStream()), "jzenith-dev-keyboard");
        keyboard.setDaemon(true);
        keyboard.start();
        try {
            final int exit = process.waitFor();
            Runtime.getRuntime().removeShutdownHook(hook);
            if (exit != 0) {
                throw new MojoFailureException("The development mode ended with exit code " + exit + ".");
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            end(process);
        } catch (final IllegalStateException e) {
            getLog().debug("Maven is already ending.");
        }
    }

    /**
     * Passes on lines from the terminal. When Maven's own input ends, the application keeps running, because a script can run Maven without input. Input is
     * read only if it is available, because the system stops a background process that reads the terminal.
     */
    private void pass(final InputStream from, final OutputStream to) {
        final byte[] bytes = new byte[256];
        try {
            while (true) {
                while (from.available() == 0) {
                    TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                }
                to.write(bytes, 0, from.read(bytes));
                to.flush();
            }
        } catch (final IOException e) {
            getLog().debug("The terminal is no longer read: " + e.getMessage());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(final Process process) {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(END_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (final IOException e) {
            process.destroy();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
