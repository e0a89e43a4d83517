package org.jzenith.docs;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.util.Arrays;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs the test classes that its arguments name, and ends with 1 if one fails or there is none. */
final class TestRunner {

    private TestRunner() {}

    public static void main(final String... classes) {
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
        System.out.println(summary.getTestsSucceededCount() + " tests succeeded.");
        System.exit(summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() >= classes.length ? 0 : 1);
    }
}
