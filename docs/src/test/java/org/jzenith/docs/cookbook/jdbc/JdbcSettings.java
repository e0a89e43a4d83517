package org.jzenith.docs.cookbook.jdbc;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithDefault;
import java.util.Optional;
import org.jzenith.core.configuration.Description;

/** The database and the size of the pool. */
@ConfigMapping(prefix = "jdbc")
public interface JdbcSettings {

    @Description("The JDBC URL of the database.")
    String url();

    @Description("The user of the database.")
    String username();

    @Description("The user's password.")
    Optional<Secret<String>> password();

    @WithDefault("10")
    @Description("The number of connections.")
    int poolSize();
}
