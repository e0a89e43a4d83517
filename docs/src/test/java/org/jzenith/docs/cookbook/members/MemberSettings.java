package org.jzenith.docs.cookbook.members;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import java.util.Map;
import org.jzenith.core.configuration.Description;

@ConfigMapping(prefix = "members")
public interface MemberSettings {

    @Description("The password of each member, by name.")
    Map<String, Secret<String>> passwords();
}
