package org.jzenith.javascript.internal.module;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A package of npm in the form in which GraalJS finds its entry: GraalJS refuses {@code exports}, and imports a CommonJS package only if its
 * entry is {@code index.js}.
 */
final class NpmPackage {

    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final List<String> CONDITIONS = List.of("import", "module", "default", "require", "node");

    private final byte @Nullable [] description;
    private final byte @Nullable [] index;

    private NpmPackage(final byte @Nullable [] description, final byte @Nullable [] index) {
        this.description = description;
        this.index = index;
    }

    /** Returns the content of {@code package.json}; null if there is none. */
    byte @Nullable [] description() {
        return description;
    }

    /** Returns the content of {@code index.js}, which leads to the entry; null if it is as on the disk. */
    byte @Nullable [] index() {
        return index;
    }

    /** Returns true for the folder of a package, which may have a scope. */
    static boolean isAt(final Path folder) {
        final Path parent = folder.getParent();
        return parent != null
                && (parent.endsWith("node_modules")
                        || (String.valueOf(parent.getFileName()).startsWith("@")
                                && String.valueOf(parent.getParent()).endsWith("node_modules")));
    }

    /** Reads a description, which is empty if the package has none. */
    static NpmPackage of(final byte[] description) throws IOException {
        if (description.length == 0 || !(JSON.readTree(description) instanceof final ObjectNode content)) {
            return new NpmPackage(null, null);
        }
        final String exported = entry(content.path("exports"));
        final String entry = exported != null ? exported : content.path("main").asText("index.js");
        content.remove("exports");
        if (entry.endsWith(".mjs") || content.path("type").asText().equals("module")) {
            content.put("main", entry);
            return new NpmPackage(JSON.writeValueAsBytes(content), null);
        }
        content.remove("main");
        final String path = entry.startsWith("./") ? entry : "./" + entry;
        final boolean isIndex = path.equals("./index.js") || path.equals("./index");
        return new NpmPackage(
                JSON.writeValueAsBytes(content),
                isIndex ? null : ("module.exports = require('" + path + "')\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the entry that {@code exports} names; null if it names none. */
    private static @Nullable String entry(final JsonNode exports) {
        if (exports.isTextual()) {
            return exports.asText();
        }
        if (exports.has(".")) {
            return entry(exports.get("."));
        }
        for (final String condition : CONDITIONS) {
            final String found = exports.has(condition) ? entry(exports.get(condition)) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
