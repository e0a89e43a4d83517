package org.jzenith.docs.cookbook.basicauth;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import java.util.Map;
import org.jzenith.core.configuration.Description;

@ConfigMapping(prefix = "users")
public interface UserSettings {

    @Description("The password of each user, by name.")
    Map<String, Secret<String>> passwords();
}
