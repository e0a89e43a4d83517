package org.jzenith.docs.cookbook.download;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.file.FileSystem;
import io.vertx.core.file.OpenOptions;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.nio.file.NoSuchFileException;
import org.jzenith.core.rx.RxFuture;

@Path("/reports")
public final class ReportResource {

    private static final int PIECE = 64 * 1024;
    private static final OpenOptions EXISTING_FILE =
            new OpenOptions().setRead(true).setWrite(false).setCreate(false);

    record Folder(java.nio.file.Path path) {}

    private final FileSystem files;
    private final java.nio.file.Path folder;

    @Inject
    ReportResource(final Vertx vertx, final Folder folder) {
        this.files = vertx.fileSystem();
        this.folder = folder.path();
    }

    /** The expression of the path keeps names from leaving the folder. */
    @GET
    @Path("{name: [\\w-]+\\.pdf}")
    @Produces("application/pdf")
    public Response report(@PathParam("name") final String name) {
        return Response.ok(content(name))
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + name + "\"")
                .build();
    }

    /** Opens the file when the answer begins. */
    private Flowable<Buffer> content(final String name) {
        return RxFuture.single(() -> files.open(folder.resolve(name).toString(), EXISTING_FILE), AsyncFile::close)
                .onErrorResumeNext(error ->
                        Single.error(error.getCause() instanceof NoSuchFileException ? new NotFoundException() : error))
                .flatMapPublisher(file -> RxFuture.single(file::size)
                        .flatMapPublisher(size -> pieces(file, size))
                        .doFinally(file::close));
    }

    /** Reads a piece when the network has taken those before it. */
    private static Flowable<Buffer> pieces(final AsyncFile file, final long size) {
        return Flowable.rangeLong(0, (size + PIECE - 1) / PIECE)
                .map(number -> number * PIECE)
                .concatMapSingle(
                        from -> RxFuture.single(
                                () -> file.read(Buffer.buffer(PIECE), 0, from, (int) Math.min(PIECE, size - from))),
                        1);
    }
}
