package org.jzenith.rest.internal.multipart;

import io.vertx.core.Context;
import java.io.IOException;
import java.io.InputStream;
import org.jzenith.rest.internal.entity.ContentTypes;

/** The content of a part that has arrived in a file. Not on an event loop. For one thread at a time. */
final class PartInputStream extends InputStream {

    private final String name;
    private final TemporaryFile file;
    private final long stored;
    private long position;

    /**
     * @param name the name of the part
     * @param stored bytes in the file
     */
    PartInputStream(final String name, final TemporaryFile file, final long stored) {
        this.name = name;
        this.file = file;
        this.stored = stored;
    }

    @Override
    public int read() throws IOException {
        final byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(final byte[] target, final int offset, final int most) throws IOException {
        if (position == stored) {
            return -1;
        }
        if (Context.isOnEventLoopThread()) {
            throw new IllegalStateException("The part '" + ContentTypes.shown(name) + "' has " + stored
                    + " bytes and is in a file, which is not read on an event loop. Annotate the method with @Blocking,"
                    + " read the part with Blocking.single(..), or take it as org.jzenith.rest.body.Part.");
        }
        final int count = file.read(position, target, offset, (int) Math.min(most, stored - position));
        if (count == 0) {
            throw new IOException("The temporary file of a part has become shorter.");
        }
        position += count;
        return count;
    }
}
