package org.jzenith.sql.internal.sqlclient;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.commit.CommitWriter;

/** A statement behind which the end of a transaction may be sent before it has a result. Belongs to the event loop of the connection. */
public final class LastStatement implements StatementCallback {

    private final CommitWriter.CommitStatement statement;
    private final Promise<Void> answered = Promise.promise();
    private @Nullable Parameters parameters;

    /** @param statement the statement, which is not sent yet */
    public LastStatement(final CommitWriter.CommitStatement statement) {
        this.statement = statement;
    }

    /** Returns the text of the statement. */
    public String sql() {
        return statement.sql();
    }

    /** Sends the statement. */
    public Future<Void> send(final CommandConnection connection) {
        try {
            parameters = connection.send(statement.sql(), statement.values(), this);
        } catch (final RuntimeException refused) {
            answered.tryFail(refused);
        }
        return answered.future();
    }

    /**
     * Returns true if the library has written the statement, so that the server gets it, or the connection fails. Otherwise the server
     * prepares it first, or it waits for earlier ones, and its values may still be refused.
     */
    public boolean isWritten() {
        return parameters != null && parameters.isBound();
    }

    /** Returns the result, or the library's error. */
    public Future<Void> result() {
        return answered.future();
    }

    @Override
    public void answered(final CommandConnection.Result result, final @Nullable Throwable failure) {
        if (failure == null) {
            answered.tryComplete();
        } else {
            answered.tryFail(failure);
        }
    }
}
