package org.jzenith.restclient.internal.stream;

import com.fasterxml.jackson.core.JsonParseException;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.json.internal.stream.ElementScanner;
import org.jzenith.json.internal.stream.TooLargeException;
import org.jzenith.restclient.response.UnreadableResponseException;

/** Splits a JSON array, or NDJSON, into documents. */
final class DocumentSplitter implements Splitter<Buffer> {

    private final String description;
    private final boolean lines;
    private final ElementScanner scanner;

    /** @param lines true for NDJSON, false for an array */
    DocumentSplitter(final String description, final boolean lines, final int limit) {
        this.description = description;
        this.lines = lines;
        this.scanner = new ElementScanner(lines, limit);
    }

    @Override
    public List<Buffer> feed(final Buffer piece) {
        final List<Buffer> complete = new ArrayList<>();
        scanner.offer(piece.getBytes());
        try {
            while (scanner.next()) {
                complete.add(Buffer.buffer(scanner.bytes()));
            }
        } catch (final TooLargeException e) {
            throw unreadable("an element of more than " + scanner.maxElement() + " bytes");
        } catch (final JsonParseException | ElementScanner.NoArrayException e) {
            throw unreadable(lines ? "a line that is not valid JSON" : "JSON that is not an array");
        }
        scanner.keep();
        return complete;
    }

    @Override
    public List<Buffer> end() {
        try {
            return scanner.end() ? List.of(Buffer.buffer(scanner.bytes())) : List.of();
        } catch (final JsonParseException | ElementScanner.NoArrayException e) {
            throw unreadable("a JSON array that does not end");
        }
    }

    private UnreadableResponseException unreadable(final String reason) {
        return new UnreadableResponseException(description, "returned " + reason, null);
    }
}
