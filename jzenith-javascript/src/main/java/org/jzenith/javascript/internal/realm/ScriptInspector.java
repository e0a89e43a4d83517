package org.jzenith.javascript.internal.realm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** GraalVM's inspector, to which Chrome DevTools connects on the loopback address. For development. */
final class ScriptInspector {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.javascript.JavaScriptPlugin");

    private static final String SETTING = "javascript.inspect";
    private static final String INSTRUMENT = "inspect";

    /** Precedes the address, in the first line that the inspector prints. */
    private static final String LISTENING = "Debugger listening on ";

    private ScriptInspector() {}

    /**
     * Creates an engine whose realms can be inspected. The inspector listens until the engine closes.
     *
     * @param port 0 for a free one
     * @throws StartException if the inspector is not on the class path, or cannot listen at the port
     */
    static Engine open(final int port) {
        try (Engine plain = ScriptEngine.engineBuilder().build()) {
            if (!plain.getInstruments().containsKey(INSTRUMENT)) {
                throw new StartException(StartProblem.of(
                                SETTING + " is set, but GraalVM's inspector is not on the class path.")
                        .from(SETTING)
                        .remedy("Add the dependency org.graalvm.tools:chromeinspector-tool, or remove the setting."));
            }
        }
        // The inspector itself waits for a minute for a port that is in use.
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            LOGGER.debug("The port {} is free.", free.getLocalPort());
        } catch (final IOException e) {
            throw problem(e);
        }
        try {
            return ScriptEngine.engineBuilder()
                    .option(INSTRUMENT, String.valueOf(port))
                    .option(INSTRUMENT + ".Suspend", "false")
                    .err(new LogStream())
                    .build();
        } catch (final IllegalArgumentException | PolyglotException e) {
            throw problem(e);
        }
    }

    private static StartException problem(final Exception e) {
        return new StartException(StartProblem.of("The JavaScript inspector cannot be opened: " + e.getMessage())
                .from(SETTING)
                .remedy("Choose a free port of 1024 or above, or 0 to let jZenith choose.")
                .causedBy(e));
    }

    /** Writes the lines that the inspector prints to the log. */
    private static final class LogStream extends OutputStream {

        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public synchronized void write(final int b) {
            if (b != '\n') {
                line.write(b);
                return;
            }
            final String text =
                    LogText.escape(line.toString(StandardCharsets.UTF_8).strip());
            line.reset();
            if (text.startsWith(LISTENING)) {
                LOGGER.warn(
                        "The JavaScript inspector listens on {}. Programs on this machine can connect to it and run "
                                + "any JavaScript in the handlers' realms. Long turns are not interrupted. Remove "
                                + "javascript.inspect in production.",
                        text.substring(LISTENING.length()));
            } else {
                LOGGER.info("Inspector: {}", text);
            }
        }
    }
}
