package org.jzenith.rest.internal.entity;

import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.file.FileResponse;

/**
 * Writes the content of files. The response writer asks for the file instead and sends it, unless an interceptor wants to
 * see the bytes; then this is called on a worker thread, which waits for the connection.
 */
public abstract class FileBody<T> implements MessageBodyWriter<T> {

    private final Class<T> types;

    private FileBody(final Class<T> types) {
        this.types = types;
    }

    /** The file that an entity stands for; null if it is none. */
    public static @Nullable Path fileOf(final @Nullable Object entity) {
        return entity instanceof final Path path ? path : entity instanceof final File file ? file.toPath() : null;
    }

    /** Returns the file's name; empty if it has none, such as the root of a file system. */
    public static String nameOf(final Path file) {
        final Path name = file.getFileName();
        return name == null ? "" : name.toString();
    }

    /** The type by the name of the file, if the method leaves that open; otherwise null. */
    public static @Nullable MediaType typeOf(final Path file, final MediaType[] produces) {
        final MediaType type = MediaType.valueOf(FileResponse.mediaType(nameOf(file)));
        final boolean open = Arrays.stream(produces)
                .allMatch(each -> !MediaRange.isConcrete(each) && MediaRange.areCompatible(each, type));
        return open ? type : null;
    }

    @Override
    public boolean isWriteable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return types.isAssignableFrom(type);
    }

    @Override
    public void writeTo(
            final T value,
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers,
            final OutputStream output)
            throws IOException {
        final Path file = fileOf(value);
        if (file != null) {
            if (!Files.isRegularFile(file)) {
                throw new NotFoundException();
            }
            Files.copy(file, output);
        }
    }

    /** {@code java.nio.file.Path}. */
    public static final class OfPath extends FileBody<Path> {

        public OfPath() {
            super(Path.class);
        }
    }

    /** {@code java.io.File}. */
    public static final class OfFile extends FileBody<File> {

        public OfFile() {
            super(File.class);
        }
    }
}
