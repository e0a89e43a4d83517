package org.jzenith.example.user;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;

/** The settings of the users. */
@ConfigMapping(prefix = "users")
public interface UserSettings {

    @WithDefault("90d")
    @DurationMin(days = 1)
    @Description("How long the old names of users are kept.")
    Duration keepNames();

    @WithDefault("avatars")
    @Description("The folder with the pictures of the users.")
    String avatars();

    @WithDefault("1M")
    @Description("The largest picture of a user.")
    DataSize maxAvatarSize();
}
