package org.jzenith.observability.internal.recent;

import io.reactivex.Completable;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.observe.OperatorTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tables of plugins, which are read only while somebody looks. Safe for use by many threads. */
public final class OperatorTables implements Section {

    private static final Logger LOGGER = LoggerFactory.getLogger(OperatorTables.class);
    private static final int SECONDS_TO_READ = 5;

    private volatile List<OperatorTable> tables = List.of();
    private volatile List<Read> last = List.of();

    /**
     * A table that was read.
     *
     * @param error the class of an error; null if there are rows
     */
    private record Read(
            OperatorTable table,
            List<OperatorTable.Row> rows,
            @Nullable String error) {}

    OperatorTables() {
        // the tables come when the application is wired
    }

    void begin(final Set<OperatorTable> all) {
        tables = List.copyOf(all);
    }

    /** Reads all tables for the next {@link #json}. Called on an event loop. */
    @SuppressWarnings("CheckReturnValue") // reading never fails, and nobody waits for it
    void read() {
        readNow().subscribe();
    }

    /**
     * Reads all tables. Called on an event loop.
     *
     * @return completes, never fails
     */
    public Completable readNow() {
        return Observable.fromIterable(tables)
                .concatMapEagerDelayError(table -> read(table).toObservable(), true)
                .toList()
                .doOnSuccess(all -> last = all)
                .ignoreElement();
    }

    private static Single<Read> read(final OperatorTable table) {
        return Single.defer(table::rows)
                .timeout(SECONDS_TO_READ, TimeUnit.SECONDS)
                .map(rows -> new Read(table, rows, null))
                .onErrorReturn(error -> {
                    LOGGER.debug("The table {} cannot be read.", table.name(), LogText.escape(error));
                    return new Read(table, List.of(), error.getClass().getSimpleName());
                });
    }

    /**
     * Runs an action on a row.
     *
     * @return null if there is no such table or action
     */
    public @Nullable Completable run(final String name, final String action, final String row) {
        return tables.stream()
                .filter(table -> table.name().equals(name)
                        && table.actions().stream().anyMatch(each -> each.name().equals(action)))
                .findAny()
                .map(table -> Completable.defer(() -> table.run(action, row)))
                .orElse(null);
    }

    @Override
    public String name() {
        return "tables";
    }

    @Override
    public JsonArray json() {
        final JsonArray json = new JsonArray();
        last.forEach(read -> json.add(json(read)));
        return json;
    }

    private static JsonObject json(final Read read) {
        final JsonArray actions = new JsonArray();
        read.table
                .actions()
                .forEach(action ->
                        actions.add(new JsonObject().put("name", action.name()).put("confirmed", action.confirmed())));
        final JsonArray rows = new JsonArray();
        read.rows.stream().limit(OperatorTable.MOST_ROWS).forEach(row -> rows.add(json(row)));
        return new JsonObject()
                .put("name", read.table.name())
                .put("title", read.table.title())
                .put("columns", new JsonArray(read.table.columns()))
                .put("actions", actions)
                .put("rows", rows)
                .put("error", read.error);
    }

    private static JsonObject json(final OperatorTable.Row row) {
        final JsonArray cells = new JsonArray();
        row.cells()
                .forEach(cell -> cells.add(
                        cell instanceof final Instant at ? new JsonObject().put("at", at.toEpochMilli()) : cell));
        return new JsonObject().put("id", row.id()).put("cells", cells).put("warning", row.warning() != null);
    }

    @Override
    public List<Finding> findings() {
        return last.stream()
                .flatMap(read -> read.rows.stream()
                        .map(OperatorTable.Row::warning)
                        .filter(warning -> warning != null)
                        .map(warning -> Finding.warning("table-" + read.table.name(), warning)))
                .toList();
    }
}
