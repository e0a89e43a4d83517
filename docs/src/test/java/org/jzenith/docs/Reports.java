package org.jzenith.docs;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.sql.SqlClient;

// region deadline
@Path("/reports")
public final class Reports {

    private final SqlClient database;

    @Inject
    Reports(final SqlClient database) {
        this.database = database;
    }

    @GET
    @Path("sales")
    @Deadline("2s")
    public Single<Long> sales() {
        return database.query("SELECT coalesce(sum(price), 0)::bigint FROM sale")
                .map(row -> row.getLong(0))
                .single();
    }
}
// endregion
