package org.jzenith.docs.cookbook.cors;

import io.smallrye.config.ConfigMapping;
import java.util.Set;
import org.jzenith.core.configuration.Description;

@ConfigMapping(prefix = "cors")
public interface CorsSettings {

    @Description("The origins whose pages may read answers, such as https://shop.example.org.")
    Set<String> origins();
}
