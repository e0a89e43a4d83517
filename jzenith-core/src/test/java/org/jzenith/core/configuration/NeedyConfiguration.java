package org.jzenith.core.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;

@ConfigMapping(prefix = "needy")
interface NeedyConfiguration {

    String name();

    Secret<DataSize> pin();
}
