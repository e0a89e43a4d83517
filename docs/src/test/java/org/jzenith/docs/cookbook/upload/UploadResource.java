package org.jzenith.docs.cookbook.upload;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.Part;

@Path("/files")
@Produces(MediaType.APPLICATION_JSON)
public final class UploadResource {

    private final FileStore files;

    @Inject
    UploadResource(final FileStore files) {
        this.files = files;
    }

    // region methods
    // region form
    /** The form of a page: one part is the file. */
    @POST
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    public Single<FileStore.Stored> form(
            @FormParam("file") final @Nullable Part file) {
        if (file == null) {
            throw new BadRequestException("The form has no part 'file'.");
        }
        return files.store(file);
    }
    // endregion

    // region all
    /** Several files of one form, each written while it arrives. */
    @POST
    @Path("all")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    public Single<List<FileStore.Stored>> all(final Flowable<Part> parts) {
        return files.storeAll(parts.filter(part -> part.fileName().isPresent()));
    }
    // endregion

    /** The file is the body; it may be larger than the heap. */
    @POST
    @Consumes(MediaType.APPLICATION_OCTET_STREAM)
    public Single<FileStore.Stored> body(final Flowable<Buffer> body) {
        return files.store(body);
    }
    // endregion
}
