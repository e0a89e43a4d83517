package org.jzenith.messages.sql.internal.log;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import org.jzenith.core.plugin.ServerSessions;
import org.jzenith.messages.log.LogEngine;

/**
 * Tells the test kit that topics remember positions in the database, so that its content cannot be replaced. The sessions are those of the
 * database plugin.
 */
@CheckReturnValue
public record LogSessions(LogEngine engine) implements ServerSessions {

    @Override
    public boolean isReplaceable() {
        return !engine.hasTopics();
    }

    @Override
    public Completable pause() {
        return Completable.complete();
    }

    @Override
    public Completable resume() {
        return Completable.complete();
    }
}
