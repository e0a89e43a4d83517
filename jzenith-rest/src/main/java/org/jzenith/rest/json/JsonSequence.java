package org.jzenith.rest.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Values written by one generator, which costs more than a small value. */
final class JsonSequence implements JsonEntities.Sequence {

    private final ObjectWriter writer;
    private final JsonGenerator generator;

    /** Null if each value is a document of its own. */
    private final @Nullable SequenceWriter document;

    JsonSequence(final ObjectWriter writer, final boolean oneDocument, final OutputStream target) throws IOException {
        this.writer = writer.withRootValueSeparator("");
        this.generator = this.writer.createGenerator(target);
        this.document = oneDocument ? this.writer.writeValues(generator) : null;
    }

    @Override
    public void write(final Object value) throws IOException {
        if (document == null) {
            writer.writeValue(generator, value);
        } else {
            document.write(value);
        }
        generator.flush();
    }

    @Override
    public void close() throws IOException {
        generator.close();
    }
}
