package org.jzenith.rest.internal.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Objects;

/**
 * A document to which the operations of a JSON Patch are applied (RFC 6902). Their total output is limited, so that
 * copies of copies and repeated moves cost no more than a large body. For one thread.
 */
final class PatchedDocument {

    private static final int CONFLICT = 409;
    private static final int TOO_LARGE = 413;

    private final long maxWritten;
    private final int maxDepth;
    private JsonNode root;
    private long written;

    /**
     * @param root is changed
     * @param maxWritten characters of JSON
     * @param maxDepth levels of objects and arrays
     */
    PatchedDocument(final JsonNode root, final long maxWritten, final int maxDepth) {
        this.root = root;
        this.maxWritten = maxWritten;
        this.maxDepth = maxDepth;
    }

    JsonNode root() {
        return root;
    }

    void apply(final PatchOperation operation) {
        switch (operation.kind()) {
            case ADD -> add(operation, copy(operation, Objects.requireNonNull(operation.value())));
            case REMOVE -> remove(operation, operation.path());
            case REPLACE -> replace(operation, copy(operation, Objects.requireNonNull(operation.value())));
            case MOVE -> move(operation);
            case COPY -> add(operation, copy(operation, find(operation, operation.from())));
            case TEST -> test(operation);
        }
    }

    private void test(final PatchOperation operation) {
        final JsonNode found = operation.path().find(root);
        if (found == null) {
            throw operation.failed(CONFLICT, nothingAt(operation.path()));
        }
        if (!areEqual(found, Objects.requireNonNull(operation.value()))) {
            throw operation.failed(CONFLICT, "the value at " + operation.path() + " is different.");
        }
    }

    private void move(final PatchOperation operation) {
        if (operation.from().contains(operation.path())) {
            throw operation.unprocessable(operation.from() + " cannot be moved into itself.");
        }
        final JsonNode moved = find(operation, operation.from());
        if (!operation.from().equals(operation.path())) {
            countWritten(operation, moved);
            remove(operation, operation.from());
            add(operation, moved);
        }
    }

    private JsonNode copy(final PatchOperation operation, final JsonNode value) {
        countWritten(operation, value);
        return value.deepCopy();
    }

    private JsonNode find(final PatchOperation operation, final PatchPointer pointer) {
        final JsonNode found = pointer.find(root);
        if (found == null) {
            throw operation.unprocessable(nothingAt(pointer));
        }
        return found;
    }

    private static String nothingAt(final PatchPointer pointer) {
        return "there is nothing at " + pointer + ".";
    }

    private void add(final PatchOperation operation, final JsonNode value) {
        final PatchPointer path = operation.path();
        if (path.isRoot()) {
            root = value;
            return;
        }
        final JsonNode parent = find(operation, path.parent());
        if (parent instanceof final ObjectNode object) {
            object.set(path.last(), value);
        } else if (parent instanceof final ArrayNode array) {
            final int index = path.last().equals("-") ? array.size() : PatchPointer.index(path.last());
            if (index < 0 || index > array.size()) {
                throw operation.unprocessable(noIndex(path));
            }
            array.insert(index, value);
        } else {
            throw operation.unprocessable(path.parent() + " is neither an object nor an array.");
        }
    }

    private static String noIndex(final PatchPointer path) {
        return "'" + PatchPointer.shown(path.last()) + "' is not an index of the array at " + path.parent() + ".";
    }

    private void replace(final PatchOperation operation, final JsonNode value) {
        final PatchPointer path = operation.path();
        find(operation, path);
        if (path.isRoot()) {
            root = value;
        } else if (find(operation, path.parent()) instanceof final ArrayNode array) {
            array.set(PatchPointer.index(path.last()), value);
        } else {
            ((ObjectNode) find(operation, path.parent())).set(path.last(), value);
        }
    }

    private void remove(final PatchOperation operation, final PatchPointer path) {
        find(operation, path);
        if (path.isRoot()) {
            throw operation.unprocessable("the document as a whole cannot be removed.");
        }
        if (find(operation, path.parent()) instanceof final ArrayNode array) {
            array.remove(PatchPointer.index(path.last()));
        } else {
            ((ObjectNode) find(operation, path.parent())).remove(path.last());
        }
    }

    private void countWritten(final PatchOperation operation, final JsonNode value) {
        count(operation, value, operation.path().tokens().size());
    }

    /** @param depth the depth of the value in the document */
    private void count(final PatchOperation operation, final JsonNode value, final int depth) {
        if (value instanceof final ObjectNode object) {
            countContainer(operation, depth);
            for (final Map.Entry<String, JsonNode> member : object.properties()) {
                written += member.getKey().length() + 4; // quotes, colon, comma
                count(operation, member.getValue(), depth + 1);
            }
        } else if (value instanceof final ArrayNode array) {
            countContainer(operation, depth);
            for (final JsonNode element : array) {
                written++;
                count(operation, element, depth + 1);
            }
        } else {
            written += value.asText().length() + (value.isTextual() ? 2 : 0);
        }
        if (written > maxWritten) {
            throw operation.failed(TOO_LARGE, "together, the operations write more than " + maxWritten + " bytes.");
        }
    }

    private void countContainer(final PatchOperation operation, final int depth) {
        written += 2;
        if (depth >= maxDepth) {
            throw operation.unprocessable("the document would be nested more than " + maxDepth + " levels deep.");
        }
    }

    /** RFC 6902, section 4.6: numbers by their value, members in any order. */
    private static boolean areEqual(final JsonNode one, final JsonNode other) {
        return one.equals((left, right) -> areEqualValues(left, right) ? 0 : 1, other);
    }

    private static boolean areEqualValues(final JsonNode one, final JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return areEqualNumbers(one, other);
        }
        // Jackson keeps bytes as they are; in the document they are a string.
        return (one.isBinary() && other.isTextual()) ? one.asText().equals(other.textValue()) : one.equals(other);
    }

    private static boolean areEqualNumbers(final JsonNode one, final JsonNode other) {
        final boolean isNumber =
                !one.isFloatingPointNumber() || one.isBigDecimal() || Double.isFinite(one.doubleValue());
        return isNumber && one.decimalValue().compareTo(other.decimalValue()) == 0;
    }
}
