package org.jzenith.test.internal.log;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jzenith.core.JZenith;

/** Captures what an application prints to the standard output. */
public final class PrintedText {

    private PrintedText() {}

    /** Runs and stops an application, and returns what is printed meanwhile. */
    public static String of(final JZenith application) {
        return during(() -> application.run().stop());
    }

    /** Returns what is printed during an action. */
    public static String during(final Runnable action) {
        final PrintStream before = System.out;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
