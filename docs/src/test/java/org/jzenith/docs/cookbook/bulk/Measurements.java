package org.jzenith.docs.cookbook.bulk;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.util.List;
import org.jzenith.sql.Database;
import org.jzenith.sql.Queries;

final class Measurements {

    record Measurement(String sensor, double degrees) {}

    private final Database database;

    @Inject
    Measurements(final Database database) {
        this.database = database;
    }

    // region methods
    /** One round trip, all or nothing: some thousand rows. */
    Single<Integer> addAll(final List<Measurement> measurements) {
        return database.query(
                        "INSERT INTO measurement (sensor, degrees) VALUES ($1, $2)")
                .batch(measurements.stream()
                        .map(each -> List.<Object>of(each.sensor(), each.degrees()))
                        .toList())
                .map(List::size);
    }

    /** One statement with an array for each column. */
    Single<Integer> addAllAtOnce(
            final Queries queries, final List<Measurement> measurements) {
        return queries.query(
                        """
                        INSERT INTO measurement (sensor, degrees)
                        SELECT * FROM unnest($1::text[], $2::float8[])""",
                        measurements.stream()
                                .map(Measurement::sensor)
                                .toArray(String[]::new),
                        measurements.stream()
                                .map(Measurement::degrees)
                                .toArray(Double[]::new))
                .rowCount();
    }

    /**
     * Any number of rows: a statement for each 10,000, which commits them.
     * No connection waits for the source.
     */
    Single<Long> addInParts(final Flowable<Measurement> measurements) {
        return database.insertAll("measurement", measurements);
    }

    /**
     * Any number of rows, all or nothing: one transaction, whose connection
     * waits for the source.
     */
    Single<Long> addAllOrNothing(final Flowable<Measurement> measurements) {
        return database.withTransactionFlowable(tx ->
                        tx.insertAll("measurement", measurements).toFlowable())
                .singleOrError();
    }
    // endregion
}
