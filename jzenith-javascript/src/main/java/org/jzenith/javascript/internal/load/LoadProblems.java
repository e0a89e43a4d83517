package org.jzenith.javascript.internal.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.javascript.internal.module.ScriptFolder;
import org.jzenith.javascript.internal.realm.ScriptException;
import org.jzenith.javascript.internal.realm.ScriptFailure;

/** The problem that a file reports at startup. */
final class LoadProblems {

    private static final Pattern MISSING = Pattern.compile(
            "TypeError: (?:Module not found|Cannot load module|Unsupported .*?): '(.*?)'.*", Pattern.DOTALL);

    private LoadProblems() {}

    static StartProblem unreadable(final String file, final IOException e) {
        return e instanceof JsonProcessingException
                ? StartProblem.of("The file package.json is not valid JSON: " + e.getMessage())
                        .from("package.json")
                        .remedy("Correct the file.")
                        .causedBy(e)
                : StartProblem.of("The file " + file + " cannot be read: " + e)
                        .from(file)
                        .remedy("Save the file in UTF-8, and check its permissions.")
                        .causedBy(e);
    }

    static StartProblem pending(final String file) {
        return StartProblem.of("The file " + file + " awaits a promise that is not settled while files are loaded.")
                .from(file)
                .remedy("Await the promise in a handler. Timers run and requests arrive only after all files are "
                        + "loaded.");
    }

    static StartProblem of(final ScriptFolder folder, final String file, final ScriptFailure failure) {
        final ScriptException error = failure.exception();
        final String message = String.valueOf(error.getMessage()).split("\n", 2)[0];
        final String from = error.location().isEmpty() ? file : error.location();
        if (failure.kind() == ScriptFailure.Kind.INTERRUPTED) {
            return StartProblem.of("The file " + file + " runs for longer than 300 times javascript.max-turn.")
                    .from(from)
                    .remedy("Move work from the top level of the file into handlers.");
        }
        final Matcher missing = MISSING.matcher(message);
        if (missing.matches()) {
            final String module = missing.group(1);
            final String place = folder.find("[\"']" + Pattern.quote(module) + "[\"']", file);
            final String origin = place.isEmpty() ? from : place;
            return StartProblem.of(origin.replaceAll(":.*", "") + " imports '" + module
                            + "', which does not exist in the folder of the handlers.")
                    .from(origin)
                    .remedy(
                            module.startsWith(".") || module.startsWith("/") || module.startsWith("file:")
                                    ? "Correct the path. Files outside the folder cannot be imported, not even "
                                            + "through links."
                                    : "Install the package into the folder's node_modules. The built-in modules of "
                                            + "Node.js are not available.");
        }
        return StartProblem.of("The file " + file + " fails: " + message)
                .from(from)
                .remedy("Correct the file.")
                .causedBy(error);
    }
}
