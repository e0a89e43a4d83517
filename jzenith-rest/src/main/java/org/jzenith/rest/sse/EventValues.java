package org.jzenith.rest.sse;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.json.JsonEntities;

/**
 * Writes values as the data of events: text as it is, and others as JSON by a writer that is looked up once for each class in a
 * row. Not safe for use by many threads.
 */
final class EventValues {

    private final EventText text;
    private final Type declared;
    private final Annotation[] annotations;
    private final OutputStream target;
    private final EventText.DataLines lines;
    private final JsonEntities.Sequence json;
    private @Nullable Class<?> current;
    private boolean isSequence;

    EventValues(final EventText text, final Type declared, final Annotation[] annotations, final OutputStream target) {
        this.text = text;
        this.declared = declared;
        this.annotations = annotations;
        this.target = target;
        this.lines = new EventText.DataLines(target);
        this.json = JsonEntities.documents(lines);
    }

    /**
     * Writes an event.
     *
     * @throws IOException if the writer fails; then nothing more can be written
     */
    void write(final Object value) throws IOException {
        final Class<?> type = value.getClass();
        if (type != current) {
            isSequence = !EventText.isText(value)
                    && json.expect(text.jsonWriter(type, declared, annotations), type, declared, annotations);
            current = type;
        }
        if (!isSequence) {
            text.write(value, declared, annotations, target);
            return;
        }
        lines.begin();
        json.write(value);
        json.flush();
        lines.end();
        target.write('\n');
    }
}
