package org.jzenith.rest.internal.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.error.ProblemException;

/**
 * One operation of a JSON Patch (RFC 6902, section 4).
 *
 * @param index the index in the patch, from 0
 * @param path the value to change or test
 * @param from the source of {@code move} and {@code copy}; otherwise the path again
 * @param value the value of {@code add}, {@code replace} and {@code test}; never changed, as a patch may be applied
 *     again
 */
record PatchOperation(
        int index,
        Kind kind,
        PatchPointer path,
        PatchPointer from,
        @Nullable JsonNode value) {

    private static final int MALFORMED = 400;
    private static final int TOO_MANY = 413;
    private static final int UNPROCESSABLE = 422;

    private static final String INDEX = "operation";

    enum Kind {
        ADD(false, true),
        REMOVE(false, false),
        REPLACE(false, true),
        MOVE(true, false),
        COPY(true, false),
        TEST(false, true);

        private final boolean hasFrom;
        private final boolean hasValue;

        Kind(final boolean hasFrom, final boolean hasValue) {
            this.hasFrom = hasFrom;
            this.hasValue = hasValue;
        }

        private static @Nullable Kind of(final String op) {
            for (final Kind each : values()) {
                if (each.toString().equals(op)) {
                    return each;
                }
            }
            return null;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param most operations that a patch may have */
    static List<PatchOperation> all(final JsonNode patch, final int most) {
        if (!(patch instanceof final ArrayNode array)) {
            throw new ProblemException(Problem.of(MALFORMED).withDetail("The patch must be an array of operations."));
        }
        if (array.size() > most) {
            throw new ProblemException(Problem.of(TOO_MANY)
                    .withDetail("The patch has " + array.size() + " operations; at most " + most + " are allowed."));
        }
        final List<PatchOperation> operations = new ArrayList<>(array.size());
        for (final JsonNode each : array) {
            operations.add(of(operations.size(), each));
        }
        return List.copyOf(operations);
    }

    private static PatchOperation of(final int index, final JsonNode node) {
        if (!(node instanceof final ObjectNode members)) {
            throw malformed(index, "is not an object.");
        }
        final String op = text(index, members, "op");
        final Kind kind = Kind.of(op);
        if (kind == null) {
            throw malformed(
                    index,
                    "has the op '" + PatchPointer.shown(op)
                            + "'; it must be one of add, remove, replace, move, copy, test.");
        }
        final PatchPointer path = pointer(index, members, "path");
        if (kind.hasValue && !members.has("value")) {
            throw malformed(index, "has no 'value', which " + kind + " needs.");
        }
        return new PatchOperation(
                index,
                kind,
                path,
                kind.hasFrom ? pointer(index, members, "from") : path,
                kind.hasValue ? members.get("value") : null);
    }

    private static String text(final int index, final ObjectNode members, final String name) {
        final JsonNode value = members.get(name);
        if (value == null) {
            throw malformed(index, "has no '" + name + "'.");
        }
        if (!value.isTextual()) {
            throw malformed(index, "has a '" + name + "' that is not a string.");
        }
        return value.textValue();
    }

    private static PatchPointer pointer(final int index, final ObjectNode members, final String name) {
        final String text = text(index, members, name);
        final PatchPointer pointer = PatchPointer.parse(text);
        if (pointer == null) {
            throw failed(
                    UNPROCESSABLE,
                    index,
                    "has the " + name + " '" + PatchPointer.shown(text) + "', which is not a JSON Pointer.");
        }
        return pointer;
    }

    private static ProblemException malformed(final int index, final String what) {
        return failed(MALFORMED, index, what);
    }

    /** @param reason the end of a sentence */
    ProblemException unprocessable(final String reason) {
        return failed(UNPROCESSABLE, reason);
    }

    ProblemException failed(final int status, final String reason) {
        return failed(status, index, "(" + kind + " " + path + ") failed: " + reason);
    }

    private static ProblemException failed(final int status, final int index, final String what) {
        return new ProblemException(Problem.of(status)
                .withDetail("Patch operation " + index + " " + what)
                .withMember(INDEX, index));
    }
}
