package org.jzenith.core.development;

import java.util.List;
import java.util.ServiceLoader;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * Runs an application that was started with {@code --dev}: watches its sources, compiles what changes, and restarts it.
 * Found on the class path by {@link ServiceLoader}; the module {@code jzenith-dev} has the only one. An application
 * without {@code --dev} does not look for it.
 */
public interface DevelopmentMode {

    /**
     * Runs the development mode on the calling thread until it ends.
     *
     * @param mainClass the class whose {@code main} starts the application
     * @param arguments the command line of the application
     * @throws StartException if it cannot start, for example because the sources are not found
     */
    void run(String mainClass, List<String> arguments);

    /**
     * Returns the development mode on the class path.
     *
     * @return the implementation in {@code jzenith-dev}
     * @throws StartException if there is none
     */
    static DevelopmentMode find() {
        return ServiceLoader.load(DevelopmentMode.class, DevelopmentMode.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new StartException(
                        StartProblem.of("--dev needs the development mode, which is not on the class path.")
                                .from("--dev (command line)")
                                .remedy("Start with 'mvn jzenith:dev', or add org.jzenith:jzenith-dev to the class path"
                                        + " of this run. Do not package it into the application's jar.")));
    }
}
