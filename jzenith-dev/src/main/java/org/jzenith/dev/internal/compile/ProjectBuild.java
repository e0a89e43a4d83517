package org.jzenith.dev.internal.compile;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.dev.internal.failure.Failure;
import org.jzenith.dev.internal.project.LogbackConfiguration;
import org.jzenith.dev.internal.project.OutputFolders;
import org.jzenith.dev.internal.project.Project;
import org.jzenith.dev.internal.project.ProjectFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies the resources of a project and compiles its sources, as far as they have changed. Used by one thread. */
public final class ProjectBuild {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.dev.internal.DevelopmentServer");

    private final ProjectFiles files;
    private final OutputFolders output;
    private final SourceCompiler compiler;
    private boolean changed;
    private long compileNanos;

    /** @param libraries loads what does not belong to the project */
    public ProjectBuild(final Project project, final ProjectFiles files, final ClassLoader libraries) {
        this.files = files;
        this.output = new OutputFolders(project, files);
        this.compiler = new SourceCompiler(project, libraries);
    }

    /** Returns the files saved since the last build. */
    public ProjectFiles.Changes outdated() {
        final Set<Path> outdated = output.outdatedResources();
        if (output.haveOutdatedClasses()) {
            outdated.addAll(files.sources());
        }
        return new ProjectFiles.Changes(outdated, Set.of());
    }

    /** Learns the classes of the sources, if they were not compiled here yet. */
    public void learn() {
        if (!compiler.isDue()) {
            final Failure wrong = compiler.learn(files.sources());
            if (wrong != null) {
                LOGGER.warn(
                        "The development mode cannot compile the sources with the project's options: {}", wrong.text());
            }
        }
    }

    /** Logs that Kotlin sources are not compiled, if there are some. */
    public void warnOfKotlin() {
        if (files.haveKotlin()) {
            LOGGER.warn(
                    "The development mode does not compile Kotlin. After a change of a Kotlin source, run 'mvn compile', and"
                            + " then press r and Enter here.");
        }
    }

    /**
     * Copies and compiles.
     *
     * @return the mistakes in the sources, which the compiler remembers; null if there are none
     */
    @Nullable
    public Failure update(final ProjectFiles.Changes changes) {
        if (changes.all().stream().anyMatch(files::isPom)) {
            LOGGER.warn("pom.xml has changed. To use the new one, stop the development mode and start it" + " again.");
        }
        if (changes.all().stream().anyMatch(files::isKotlin)) {
            warnOfKotlin();
        }
        final Set<Path> sources = only(changes.changed(), true);
        final Set<Path> deletedSources = only(changes.deleted(), true);
        final Set<Path> others = only(changes.changed(), false);
        others.addAll(output.outdatedResources()); // another program may have deleted the copies
        final Set<Path> deletedOthers = only(changes.deleted(), false);
        output.copy(others, deletedOthers);
        LogbackConfiguration.readIfAmong(others);
        changed |= !others.isEmpty() || !deletedOthers.isEmpty();
        if (others.stream().anyMatch(output::isForeignClass)
                || deletedOthers.stream().anyMatch(output::isForeignClass)) {
            sources.addAll(files.sources()); // they may hold its constants, and must fit to its methods
        }
        final long begin = System.nanoTime();
        Failure failure = null;
        if (!sources.isEmpty() || !deletedSources.isEmpty() || compiler.isDue()) {
            final SourceCompiler.Result result = compiler.compile(sources, deletedSources, files.sources());
            changed |= result.classes() > 0;
            failure = result.failure();
        }
        compileNanos = System.nanoTime() - begin;
        return failure;
    }

    private Set<Path> only(final Set<Path> changes, final boolean sources) {
        return changes.stream()
                .filter(file -> !files.isPom(file) && !files.isKotlin(file) && files.isSource(file) == sources)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns true if classes or resources differ from those of the application that was started last. */
    public boolean hasChanged() {
        return changed;
    }

    /** An application is started with the classes and resources that are there. */
    public void used() {
        changed = false;
    }

    /** Returns the compile time of the last {@link #update}, in nanoseconds. */
    public long compileNanos() {
        return compileNanos;
    }

    public void close() {
        compiler.close();
    }
}
