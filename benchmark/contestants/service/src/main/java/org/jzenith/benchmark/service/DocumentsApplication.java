package org.jzenith.benchmark.service;

import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;

/** Starts an application that takes large documents. */
public final class DocumentsApplication {

    private DocumentsApplication() {}

    /**
     * The program.
     *
     * @param args settings such as {@code --rest.port=9090}
     */
    public static void main(final String... args) {
        JZenith.application(args)
                .withPlugins(RestPlugin.withResources(DocumentResource.class))
                .withConfiguration("rest.server-header", "service")
                .run();
    }
}
