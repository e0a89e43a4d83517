package org.jzenith.docs;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.util.Arrays;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs tests and, if all succeed, an application. */
final class TestRunner {

    private TestRunner() {}

    /**
     * The program.
     *
     * @param arguments the main class of the application, the test classes with commas between them, and the application's arguments
     */
    public static void main(final String... arguments) throws ReflectiveOperationException {
        final String[] classes = arguments[1].split(",");
        final Launcher launcher = LauncherFactory.create();
        final SummaryGeneratingListener listener = new SummaryGeneratingListener();
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(Arrays.stream(classes)
                                .map(name -> selectClass(name))
                                .toList())
                        .build(),
                listener);
        final TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true), 30);
        if (summary.getTotalFailureCount() > 0 || summary.getTestsSucceededCount() < classes.length) {
            System.exit(1);
        }
        System.out.println(summary.getTestsSucceededCount() + " tests succeeded.");
        Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(arguments, 2, arguments.length));
    }
}
