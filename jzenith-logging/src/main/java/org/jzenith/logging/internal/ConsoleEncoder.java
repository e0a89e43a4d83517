package org.jzenith.logging.internal;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import org.jspecify.annotations.Nullable;

/** Encodes lines of the log as text or as JSON. Safe for use by many threads. */
public final class ConsoleEncoder extends EncoderBase<ILoggingEvent> {

    private volatile Encoder<ILoggingEvent> lines;

    ConsoleEncoder(final boolean asJson) {
        this.lines = lines(asJson, "");
    }

    /**
     * Chooses the format of all further lines.
     *
     * @param asJson false for text
     * @param service the {@code service.name} in JSON; empty if it is unknown
     */
    public void use(final boolean asJson, final String service) {
        lines = lines(asJson, service);
    }

    private static Encoder<ILoggingEvent> lines(final boolean asJson, final String service) {
        return asJson ? new EcsLines(service) : new TextLines();
    }

    @Override
    public byte[] encode(final ILoggingEvent event) {
        return lines.encode(event);
    }

    @Override
    public byte @Nullable [] headerBytes() {
        return null;
    }

    @Override
    public byte @Nullable [] footerBytes() {
        return null;
    }
}
