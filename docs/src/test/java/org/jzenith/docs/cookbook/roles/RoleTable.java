package org.jzenith.docs.cookbook.roles;

import io.reactivex.Single;
import jakarta.inject.Inject;
import org.jzenith.core.context.Identity;
import org.jzenith.security.authentication.IdentityAugmentor;
import org.jzenith.sql.Database;

// region augmentor
public final class RoleTable implements IdentityAugmentor {

    private final Database database;

    @Inject
    RoleTable(final Database database) {
        this.database = database;
    }

    @Override
    public Single<Identity> augment(final Identity identity) {
        return database.query(
                        "SELECT role FROM user_role WHERE username = $1",
                        identity.getName())
                .map(row -> row.getString("role"))
                .list()
                .map(identity::withRoles);
    }
}
// endregion
