package org.jzenith.security.embedded.internal;

import io.smallrye.config.ConfigMapping;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.configuration.Description;

/** The settings of the embedded identity provider. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "identity-provider")
public interface IdentityProviderConfiguration {

    /**
     * The users of the login.
     *
     * @return a name each, or a name, a colon and roles with spaces between them; empty for those of the code
     */
    @Description(
            "The users of the embedded identity provider: ann:admin clerk,bob for ann with two roles and bob without.")
    Optional<List<String>> users();
}
