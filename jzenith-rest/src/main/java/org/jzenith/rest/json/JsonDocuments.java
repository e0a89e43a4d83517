package org.jzenith.rest.json;

import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads JSON that clients send. */
@FunctionalInterface
interface JsonDocuments {

    @Nullable
    Object read(ObjectReader reader, InputStream document) throws IOException;
}
