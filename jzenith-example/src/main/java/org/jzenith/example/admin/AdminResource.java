package org.jzenith.example.admin;

import io.reactivex.Single;
import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jzenith.sql.Query;
import org.jzenith.sql.SqlClient;

/** Personal data that only admins see. */
@Singleton
@Path("/admin")
@RolesAllowed("admin")
@Produces(MediaType.APPLICATION_JSON)
public final class AdminResource {

    private final Query<UsedName> names;

    @Inject
    AdminResource(final SqlClient client) {
        names = client.query("SELECT user_id, name, since FROM user_names ORDER BY since DESC LIMIT 100")
                .map(row -> new UsedName(row.getUUID(0), row.getString(1), row.getOffsetDateTime(2)));
    }

    /** The names that users have and had, the newest first. */
    @GET
    @Path("/names")
    public Single<List<UsedName>> names() {
        return names.list();
    }
}
