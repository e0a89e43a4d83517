package org.jzenith.docs.cookbook.download;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

@Path("/reports")
public final class ReportResource {

    record Folder(java.nio.file.Path path) {}

    private final java.nio.file.Path folder;

    @Inject
    ReportResource(final Folder folder) {
        this.folder = folder.path();
    }

    // region report
    /** The expression of the path keeps names from leaving the folder. */
    @GET
    @Path("{name: [\\w-]+\\.pdf}")
    @Produces("application/pdf")
    public Response report(@PathParam("name") final String name) {
        return Response.ok(folder.resolve(name))
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        "attachment; filename=\"" + name + "\"")
                .build();
    }
    // endregion
}
