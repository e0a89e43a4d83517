package org.jzenith.core;

import java.util.List;
import java.util.Set;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** The {@code --dev} option, and the class whose {@code main} method development mode starts repeatedly. */
final class DevelopmentOption {

    /** The options that make the application print something and end. */
    private static final Set<String> PRINTING = Set.of("--help", "--explain-config", "--check", "--check=true");

    private DevelopmentOption() {}

    static boolean isIn(final List<String> arguments, final List<Plugin> plugins) {
        return (arguments.contains("--dev") || arguments.contains("--dev=true"))
                && arguments.stream().noneMatch(PRINTING::contains)
                && !new PluginOptions(plugins).isIn(arguments);
    }

    /** The class of the nearest {@code main} method on the call stack. */
    static String mainClass() {
        // Newer JDKs tell the descriptor of a frame only with its class.
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.filter(frame -> frame.getMethodName().equals("main")
                                && frame.getDescriptor().equals("([Ljava/lang/String;)V"))
                        .map(StackWalker.StackFrame::getClassName)
                        .findFirst())
                .orElseThrow(() -> new StartException(
                        StartProblem.of("Development mode cannot find the main method that starts the application.")
                                .from("--dev (command line)")
                                .remedy("Call JZenith.run() from main(String...), on the same thread.")));
    }
}
