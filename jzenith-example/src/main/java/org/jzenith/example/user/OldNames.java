package org.jzenith.example.user;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The names that users once had. A job removes names that have been kept long enough. */
@Singleton
public final class OldNames {

    private static final Logger LOGGER = LoggerFactory.getLogger(OldNames.class);

    private final UserTable table;
    private final Duration keep;

    @Inject
    OldNames(final UserTable table, final UserSettings settings) {
        this.table = table;
        this.keep = settings.keepNames();
    }

    /**
     * Removes the names that are older than {@code users.keep-names}.
     *
     * @return completes when they are removed
     */
    public Completable remove() {
        return table.deleteNames(OffsetDateTime.now(ZoneOffset.UTC).minus(keep))
                .doOnSuccess(count -> LOGGER.info("Removed {} old names.", count))
                .ignoreElement();
    }
}
