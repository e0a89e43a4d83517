package org.jzenith.mysql.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.Optional;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.sql.driver.SqlConfiguration;

/** The settings of the database; the description of each says what it means. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "mysql")
public interface MysqlConfiguration extends SqlConfiguration {

    @Override
    @WithDefault("3306")
    @WithConverter(Ranges.Port.class)
    @Description("The server's port.")
    int port();

    @Override
    @WithDefault("test")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The name of the database.")
    String database();

    @Override
    @WithDefault("root")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The database user.")
    String username();

    @Override
    @Description("The database as a URL: mariadb://user:password@host:port/database?sslmode=prefer. Startup fails if "
            + "another setting contradicts it.")
    Optional<Secret<String>> url();

    @WithDefault("64M")
    @Description("The maximum size of a row of a result. A statement that returns a larger row fails, and its rows are "
            + "discarded as they arrive.")
    DataSize maxRowSize();
}
