package org.jzenith.benchmark.service;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.file.FileSystem;
import io.vertx.core.file.OpenOptions;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;
import org.jzenith.core.rx.RxFuture;

/** Writes a body to a file while it arrives, as the cookbook does; the file is deleted before the answer. */
@Singleton
@Path("/uploads")
@Consumes(MediaType.APPLICATION_OCTET_STREAM)
@Produces(MediaType.APPLICATION_JSON)
public final class UploadResource {

    private static final OpenOptions NEW_FILE =
            new OpenOptions().setCreateNew(true).setRead(false);

    /** The number of pieces that are written at a time. A file puts each behind the one before. */
    private static final int WRITES = 8;

    private final FileSystem files;
    private final String folder = System.getProperty("benchmark.folder", System.getProperty("java.io.tmpdir"));

    @Inject
    UploadResource(final Vertx vertx) {
        this.files = vertx.fileSystem();
    }

    /**
     * The stored upload.
     *
     * @param size in bytes
     */
    public record Stored(long size) {}

    @POST
    public Single<Stored> store(final Flowable<Buffer> body) {
        final String name = folder + "/" + UUID.randomUUID();
        return RxFuture.single(() -> files.open(name, NEW_FILE), AsyncFile::close)
                .flatMap(opened -> Single.using(() -> opened, file -> write(file, body), AsyncFile::close))
                .flatMap(size -> RxFuture.completable(() -> files.delete(name)).toSingleDefault(new Stored(size)));
    }

    private static Single<Long> write(final AsyncFile file, final Flowable<Buffer> body) {
        return body.flatMapSingle(
                        piece -> RxFuture.completable(() -> file.write(piece)).toSingleDefault(piece.length()),
                        false,
                        WRITES)
                .reduce(0L, Long::sum);
    }
}
