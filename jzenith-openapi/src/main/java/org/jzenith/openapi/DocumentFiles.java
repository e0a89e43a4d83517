package org.jzenith.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Writes the documents of the listeners to files, and compares them with older ones. */
final class DocumentFiles {

    private DocumentFiles() {}

    /** Returns the file name for a listener. For all but the first listener, it has the listener's name before the suffix. */
    private static String name(final String file, final String listener, final boolean isFirst) {
        return isFirst ? file : file.replaceFirst("(\\.[a-z]+)?$", "-" + listener + "$1");
    }

    /** Writes the files, and returns a text with their names. */
    static String write(final Map<String, DocumentOfListener> documents, final String file) {
        final DocumentFormat format = DocumentFormat.ofFile(file);
        final List<String> lines = new ArrayList<>();
        documents.forEach((listener, document) -> {
            final String name = name(file, listener, lines.isEmpty());
            try {
                Files.writeString(Path.of(name), format.write(document.get()));
            } catch (final IOException | InvalidPathException e) {
                throw new StartException(
                        StartProblem.of("The OpenAPI document cannot be written to '" + name + "'. " + e.getMessage())
                                .from("--openapi (command line)")
                                .remedy("Name a file in an existing folder that you can write to."));
            }
            lines.add("The OpenAPI document of '" + listener + "' is in " + name + ".");
        });
        return String.join("\n", lines);
    }

    /** Compares the documents and returns a text. Fails with one problem for each change that breaks clients. */
    static String compare(final Map<String, DocumentOfListener> documents, final String file) {
        final List<StartProblem> problems = new ArrayList<>();
        boolean isFirst = true;
        for (final Map.Entry<String, DocumentOfListener> each : documents.entrySet()) {
            final String name = name(file, each.getKey(), isFirst);
            isFirst = false;
            Compatibility.breaks(read(name), asRead(name, each.getValue().get())).stream()
                    .map(broken -> StartProblem.of("A change breaks clients: " + broken)
                            .from("the resource methods of '" + each.getKey() + "', compared with " + name)
                            .remedy("Keep the API as it was, or write a new document with --openapi=" + file + "."))
                    .forEach(problems::add);
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems, false);
        }
        return "No change breaks clients.";
    }

    /** Returns the document as it is read from a file. For example, a float becomes a double with a different value. */
    private static JsonNode asRead(final String file, final ObjectNode document) {
        final DocumentFormat format = DocumentFormat.ofFile(file);
        try {
            return format.read(format.write(document));
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("The document that jZenith has written cannot be read.", e);
        }
    }

    private static JsonNode read(final String file) {
        try {
            return DocumentFormat.ofFile(file).read(Files.readString(Path.of(file)));
        } catch (final IOException | InvalidPathException e) {
            throw new StartException(
                    StartProblem.of("The OpenAPI document '" + file + "' cannot be read. " + e.getMessage())
                            .from("--openapi-diff (command line)")
                            .remedy("Name a file that --openapi=FILE has written."));
        }
    }
}
