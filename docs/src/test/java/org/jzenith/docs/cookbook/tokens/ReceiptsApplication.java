package org.jzenith.docs.cookbook.tokens;

import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.jwt.JwtPlugin;

public final class ReceiptsApplication {

    private ReceiptsApplication() {}

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(ReceiptResource.class),
                        SecurityPlugin.create(),
                        JwtPlugin.create());
    }
    // endregion
}
