package org.jzenith.core.observe;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.time.Instant;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: a table of the operators' page, such as the dead letters of messages, and the actions that operators can run on its rows.
 *
 * <pre>{@code
 * OperatorTable.binder(binder()).addBinding().to(DeadLetterTable.class);
 * }</pre>
 *
 * <p>A table shows no personal data and no secrets. The page lets in operators only, and logs who has run an action. Methods are called on
 * event loops, by many at once, and must not block.
 */
public interface OperatorTable {

    /** The maximum number of rows that the page shows. */
    int MOST_ROWS = 100;

    /**
     * Returns the set to which a module adds its tables.
     *
     * @param binder the binder of the module
     * @return the tables of the application
     */
    static Multibinder<OperatorTable> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, OperatorTable.class);
    }

    /**
     * Returns the name in the path of an action.
     *
     * @return unique in the application: lower-case letters, digits and hyphens
     */
    String name();

    /**
     * Returns the title on the page.
     *
     * @return for example {@code Dead letters}
     */
    String title();

    /**
     * Returns the titles of the columns.
     *
     * @return one for each cell of a row
     */
    List<String> columns();

    /**
     * Returns the actions of each row.
     *
     * @return none by default
     */
    default List<Action> actions() {
        return List.of();
    }

    /**
     * Reads the rows. Called every few seconds while an operator looks at the page, and after each action.
     *
     * @return at most {@link #MOST_ROWS}, in the order of the page. The page waits for at most 5 seconds. If reading fails, it shows the
     *     class of the error
     */
    @CheckReturnValue
    Single<List<Row>> rows();

    /**
     * Runs an action in the context of the operator's request. The action continues even if the operator disconnects.
     *
     * @param action the name of one of {@link #actions}
     * @param row the {@link Row#id} of a row
     * @return completes when it is done or has started; fails with a {@link NoSuchElementException} if the row no longer exists, and with
     *     an {@link IllegalStateException}, whose message the operator gets, if the action is not possible
     */
    @CheckReturnValue
    default Completable run(final String action, final String row) {
        return Completable.error(() -> new NoSuchElementException(row));
    }

    /**
     * An action of each row.
     *
     * @param name a verb, such as {@code replay}: lower-case letters, digits and hyphens
     * @param confirmed true if the page asks before it runs the action, because it cannot be undone
     */
    record Action(String name, boolean confirmed) {}

    /**
     * A row.
     *
     * @param id unique in the table, without personal data, because the log contains it
     * @param cells a {@link String}, a {@link Long}, or an {@link Instant} of the past, whose age is shown
     * @param warning a sentence for the list of current problems, or null
     */
    record Row(String id, List<Object> cells, @Nullable String warning) {

        /**
         * Checks the types of the cells.
         *
         * @param id unique in the table
         * @param cells a {@link String}, a {@link Long}, or an {@link Instant} of the past, whose age is shown
         * @param warning a sentence for the list of current problems, or null
         */
        public Row {
            cells = List.copyOf(cells);
            cells.forEach(cell -> {
                if (!(cell instanceof String || cell instanceof Long || cell instanceof Instant)) {
                    throw new IllegalArgumentException("A cell of the row " + id + " is a "
                            + cell.getClass().getName() + ". Use a String, a Long or an Instant.");
                }
            });
        }
    }
}
