package org.jzenith.sql.internal.cursor;

import io.reactivex.Flowable;
import io.reactivex.exceptions.Exceptions;
import java.util.function.UnaryOperator;
import org.jzenith.sql.internal.sqlclient.RowPage;
import org.jzenith.sql.internal.sqlclient.RowReader;

/** Maps the rows of pages and emits each when it is asked for. */
public final class RowsOfPages {

    private RowsOfPages() {}

    /**
     * Maps rows. A page is requested when the one before has been emitted. A subscriber that has got all that it requested and requests
     * no more for a time loses the stream.
     *
     * @param check returns a mapped row, or throws
     */
    public static <T> Flowable<T> of(
            final Flowable<RowPage> pages,
            final RowReader<? extends T> reader,
            final UnaryOperator<T> check,
            final DemandTimeout.Limit limit) {
        return new DemandTimeout<>(
                pages.map(page -> page.<T>map(reader, check))
                        // An error of the source waits like a page, so the rows that came before it are emitted first.
                        .onErrorReturn(RowsOfPages::failing)
                        .concatMapIterable(rows -> rows, 1),
                limit);
    }

    private static <T> Iterable<T> failing(final Throwable error) {
        return () -> {
            throw Exceptions.propagate(error);
        };
    }
}
