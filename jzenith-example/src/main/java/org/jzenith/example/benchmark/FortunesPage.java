package org.jzenith.example.benchmark;

import gg.jte.TemplateOutput;
import io.vertx.core.buffer.Buffer;

/** Writes the output of a template directly into the body of a response. */
final class FortunesPage implements TemplateOutput {

    private static final int USUAL_SIZE = 2048;

    private final Buffer body = Buffer.buffer(USUAL_SIZE);

    Buffer body() {
        return body;
    }

    @Override
    public void writeContent(final String text) {
        body.appendString(text);
    }

    @Override
    public void writeContent(final String text, final int start, final int end) {
        body.appendString(text.substring(start, end));
    }

    @Override
    public void writeBinaryContent(final byte[] utf8) {
        body.appendBytes(utf8);
    }
}
