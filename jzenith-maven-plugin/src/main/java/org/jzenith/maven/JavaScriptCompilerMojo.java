package org.jzenith.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;

/**
 * Copies the Graal compiler into a directory beside the application, and prints the JVM options that use it. Without these options, the
 * engine interprets JavaScript. The compiler has the version of the application's JavaScript engine.
 *
 * <p>The application must run on the JDK for which the compiler was built. The first number of the compiler's version is the feature
 * release of that JDK.
 */
@Mojo(
        name = "javascript-compiler",
        defaultPhase = LifecyclePhase.PACKAGE,
        requiresDependencyResolution = ResolutionScope.RUNTIME,
        threadSafe = true)
public final class JavaScriptCompilerMojo extends AbstractMojo {

    private static final String ENGINE = "org.graalvm.polyglot:polyglot";

    @Parameter(defaultValue = "${project.build.directory}/javascript-compiler", readonly = true, required = true)
    private File directory;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    private final RepositorySystem repositories;

    /**
     * Created by Maven.
     *
     * @param repositories finds the compiler
     */
    @Inject
    @SuppressWarnings("NullAway.Init") // Maven sets the fields
    public JavaScriptCompilerMojo(final RepositorySystem repositories) {
        this.repositories = repositories;
    }

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        final String version = project.getArtifacts().stream()
                .filter(artifact -> artifact.getDependencyConflictId().equals(ENGINE + ":jar"))
                .map(Artifact::getBaseVersion)
                .findFirst()
                .orElseThrow(() -> new MojoFailureException("This project has no JavaScript engine: " + ENGINE
                        + " is not among its dependencies. Add org.jzenith:jzenith-javascript, or remove this goal."));
        final List<Path> jars = jars(version);
        try {
            copy(jars);
        } catch (final IOException e) {
            throw new MojoExecutionException(
                    "The compiler cannot be copied to " + directory + ": " + e.getMessage(), e);
        }
        getLog().info("The Graal compiler " + version + " is in " + directory
                + ". To compile JavaScript, copy this directory beside the application, and run the application on JDK "
                + version.replaceFirst("\\..*", "") + " with these options:");
        getLog().info(String.join(" ", options()));
    }

    private List<String> options() {
        return List.of(
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:+EnableJVMCI",
                "--upgrade-module-path=" + directory.getName(),
                "--enable-native-access=ALL-UNNAMED,org.graalvm.truffle",
                "--sun-misc-unsafe-memory-access=allow");
    }

    /** Returns the compiler, the part of the engine that uses it, and their dependencies. */
    private List<Path> jars(final String version) throws MojoExecutionException {
        final List<Dependency> roots = Stream.of(
                        "org.graalvm.compiler:compiler:" + version, "org.graalvm.truffle:truffle-runtime:" + version)
                .map(name -> new Dependency(new DefaultArtifact(name), "runtime"))
                .toList();
        final CollectRequest collect = new CollectRequest(roots, List.of(), project.getRemoteProjectRepositories());
        try {
            return repositories
                    .resolveDependencies(session.getRepositorySession(), new DependencyRequest(collect, null))
                    .getArtifactResults()
                    .stream()
                    .map(ArtifactResult::getArtifact)
                    .map(artifact -> artifact.getFile().toPath())
                    .toList();
        } catch (final DependencyResolutionException e) {
            throw new MojoExecutionException(
                    "The Graal compiler " + version + " cannot be found: " + e.getMessage(), e);
        }
    }

    /** Replaces the jars, because they can be of a different version. */
    private void copy(final List<Path> jars) throws IOException {
        final Path target = Files.createDirectories(directory.toPath());
        try (Stream<Path> old = Files.list(target)) {
            for (final Path file : old.toList()) {
                Files.delete(file);
            }
        }
        for (final Path jar : jars) {
            Files.copy(jar, target.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
