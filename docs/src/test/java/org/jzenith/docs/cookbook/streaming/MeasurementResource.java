package org.jzenith.docs.cookbook.streaming;

import io.reactivex.Flowable;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.sql.Database;

@Path("/measurements")
public final class MeasurementResource {

    public record Measurement(long id, String sensor, double degrees) {}

    private final Database database;

    @Inject
    MeasurementResource(final Database database) {
        this.database = database;
    }

    // region all
    @GET
    @Produces({MediaType.APPLICATION_JSON, "application/x-ndjson;qs=0.9"})
    public Flowable<Measurement> all() {
        return database
                .query("SELECT id, sensor, degrees FROM measurement ORDER BY id")
                .as(Measurement.class)
                .stream();
    }
    // endregion
}
