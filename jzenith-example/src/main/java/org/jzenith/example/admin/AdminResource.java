package org.jzenith.example.admin;

import io.reactivex.Single;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;

/** Personal data that only admins see. */
@Singleton
@Path("/admin")
@RolesAllowed("admin")
@Produces(MediaType.APPLICATION_JSON)
public final class AdminResource {

    private final SqlQuery<UsedName> names;

    @Inject
    AdminResource(final Database database) {
        names = database.query("SELECT user_id AS \"user\", name, since FROM user_names ORDER BY since DESC LIMIT 100")
                .as(UsedName.class);
    }

    /** The names that users have and had, the newest first. */
    @GET
    @Path("/names")
    @Operation(summary = "List the names that users have and had")
    public Single<List<UsedName>> names() {
        return names.list();
    }
}
