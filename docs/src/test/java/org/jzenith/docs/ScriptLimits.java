package org.jzenith.docs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import jakarta.ws.rs.GET;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.javascript.JavaScriptPlugin;
import org.jzenith.rest.RestPlugin;
import org.slf4j.LoggerFactory;

/** A program that sends bad input to handlers in JavaScript, and prints a row for each response and the line of the log about the engine. */
public final class ScriptLimits {

    /** A resource with a route that a file has, too. */
    @jakarta.ws.rs.Path("/api/taken")
    public static final class TakenResource {

        @GET
        public String taken() {
            return "Java";
        }
    }

    private record Input(String title, String method, String path, String body) {

        static Input get(final String title, final String path) {
            return new Input(title, "GET", path, "");
        }
    }

    private static final String IMPORT = "import { get } from 'jzenith'\n";

    /** The files that do not load, by what is wrong. */
    private static final List<Map.Entry<String, Map<String, String>>> FILES = List.of(
            Map.entry("a syntax error", Map.of("a.js", IMPORT + "get('/a', () => {\n")),
            Map.entry("a missing module", Map.of("a.js", "import './missing.js'\n")),
            Map.entry("an import outside the folder", Map.of("a.js", "import '../secret.js'\n")),
            Map.entry(
                    "a cycle that reads a value too early",
                    Map.of(
                            "a.js", "import { b } from './lib/b.js'\nexport const a = b + 1\n",
                            "lib/b.js", "import { a } from '../a.js'\nexport const b = a + 1\n")),
            Map.entry(
                    "two handlers for one route",
                    Map.of("a.js", IMPORT + "get('/a/{id}', () => 1)\nget('/a/{name}', () => 2)\n")));

    private static final List<Input> INPUTS = List.of(
            Input.get("a thrown error", "/error"),
            Input.get("a function as the result", "/function"),
            Input.get("a symbol as the result", "/symbol"),
            Input.get("a `BigInt` as the result", "/bigint"),
            Input.get("a circular object as the result", "/circular"),
            Input.get("a rejected promise that nothing awaits", "/unhandled"),
            Input.get("a promise that never settles", "/never"),
            Input.get("an endless loop", "/loop"),
            Input.get("a loop that allocates", "/memory"),
            Input.get("endless recursion", "/recursion"),
            Input.get("an endless chain of microtasks", "/microtasks"),
            Input.get("a regular expression that explodes", "/regexp"),
            Input.get("a timer after the response", "/timer"),
            new Input("`__proto__` in a body", "POST", "/prototype", "{\"__proto__\":{\"admin\":true}}"),
            new Input("a body of 11 MB", "POST", "/body", "[" + "1,".repeat(5_500_000) + "1]"));

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final PrintStream out;

    private ScriptLimits(final PrintStream out) {
        this.out = out;
    }

    /**
     * The program.
     *
     * @param arguments the folder of the handlers
     * @throws Exception if it fails
     */
    public static void main(final String... arguments) throws Exception {
        final ScriptLimits limits = new ScriptLimits(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        limits.recordLog();
        for (final Map.Entry<String, Map<String, String>> files : FILES) {
            limits.load(files.getKey(), files.getValue());
        }
        limits.load(
                "a route that Java has, too", Map.of("a.js", IMPORT + "get('/taken', () => 1)\n"), TakenResource.class);
        limits.send(Path.of(arguments[0]));
        System.exit(0);
    }

    private void recordLog() {
        final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override
            protected void append(final ILoggingEvent event) {
                if (event.getFormattedMessage().startsWith("JavaScript runs in ")) {
                    out.println("> " + event.getFormattedMessage());
                }
                // The check of event loops reports a long turn, too, or not.
                if (event.getLevel().isGreaterOrEqual(Level.WARN)
                        && !event.getFormattedMessage().startsWith("The event loop ")) {
                    log.add(text(event));
                }
            }
        };
        appender.start();
        root.addAppender(appender);
        ((Logger) LoggerFactory.getLogger("org.jzenith.javascript.JavaScriptPlugin")).setLevel(Level.INFO);
    }

    /** Returns the message, or in place of the report of an error the error. */
    private static String text(final ILoggingEvent event) {
        final IThrowableProxy failure = event.getThrowableProxy();
        return failure == null || !event.getFormattedMessage().contains(" failed with ")
                ? event.getFormattedMessage()
                : failure.getMessage();
    }

    private static JZenith application(final Path folder, final Class<?>... resources) {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(resources), JavaScriptPlugin.at("/api", folder.toString()))
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.request-timeout", "5s")
                .withConfiguration("jzenith.event-loops", 1);
    }

    private void load(final String title, final Map<String, String> files, final Class<?>... resources)
            throws IOException {
        final Path folder = Files.createTempDirectory("handlers");
        for (final Map.Entry<String, String> file : files.entrySet()) {
            final Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        try {
            application(folder, resources).run().close();
            row(title, "starts", "");
        } catch (final StartException e) {
            row(title, "startup fails", e.problems().get(0).toString());
        }
    }

    private void send(final Path folder) throws IOException, InterruptedException {
        final HttpClient client = HttpClient.newHttpClient();
        try (RunningApplication started = application(folder).run()) {
            for (final Input input : INPUTS) {
                log.clear();
                final HttpResponse<String> response = client.send(
                        HttpRequest.newBuilder(URI.create(started.uri() + "/api" + input.path()))
                                .method(input.method(), HttpRequest.BodyPublishers.ofString(input.body()))
                                .header("Content-Type", "application/json")
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                row(
                        input.title(),
                        response.statusCode() + (response.statusCode() == 200 ? ", `" + response.body() + "`" : ""),
                        log.isEmpty() ? "" : log.get(0));
            }
        }
    }

    /** Prints a row with the first line of a text, without ids, the place of an interrupt and how often it has happened. */
    private void row(final String title, final String response, final String text) {
        final String line = text.lines()
                .findFirst()
                .orElse("")
                .replaceAll(", request [0-9a-f-]+", "")
                .replaceAll(" This happened .*", "")
                .replaceAll("interrupted at \\S+ ", "interrupted ")
                .replace(ScriptLimits.class.getName() + "$", "");
        out.println("| " + title + " | " + response + " | " + line + " |");
    }
}
