package org.jzenith.docs.cookbook.apikeys;

import io.reactivex.Maybe;
import jakarta.inject.Inject;
import java.util.List;
import org.jzenith.core.context.Identity;
import org.jzenith.security.apikey.ApiKeyStore;
import org.jzenith.sql.Database;

// region store
public final class ApiKeyTable implements ApiKeyStore {

    private final Database database;

    @Inject
    ApiKeyTable(final Database database) {
        this.database = database;
    }

    @Override
    public Maybe<Identity> find(final String sha256) {
        return database.query("""
                        SELECT owner, roles FROM api_key
                        WHERE sha256 = $1 AND expires_at > now()""", sha256)
                .map(row -> Identity.of(row.getString("owner"), "api-key")
                        .withRoles(List.of(row.get(String[].class, "roles"))))
                .maybe();
    }
}
// endregion
