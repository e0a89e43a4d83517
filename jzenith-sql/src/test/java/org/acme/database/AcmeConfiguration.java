package org.acme.database;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import org.jzenith.core.configuration.Description;
import org.jzenith.sql.driver.SqlConfiguration;

/** The settings of the driver of the tests. */
@ConfigMapping(prefix = "acme")
public interface AcmeConfiguration extends SqlConfiguration {

    @Override
    @WithDefault("7000")
    @Description("The server's port.")
    int port();

    @Override
    @WithDefault("acme")
    @Description("The name of the database.")
    String database();

    @Override
    @WithDefault("acme")
    @Description("The database user.")
    String username();

    @WithDefault("en")
    @Description("The language of the server's messages.")
    String language();
}
